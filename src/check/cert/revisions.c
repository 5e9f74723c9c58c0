/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Earlier releases of catalogue files.  When a released theorem changes, its old text moves here:
   SUPERSEDED if it is still true, so that certificates which were issued with it verify with a
   note; WITHDRAWN with the reason if it is not.  The texts are trusted like the catalogue. */
#include "cert/cert.h"

static const dpc_revision none[1];

const dpc_revision_table dpc_known_revisions = {none, 0};
