/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The catalogue: compiled-in theorems, parsed when first needed, and the user's own files. */
#ifndef DPC_CATALOGUE_H
#define DPC_CATALOGUE_H

#include "lang/tree.h"

typedef struct dpc_catalogue_s dpc_catalogue_t;

/* NULL: out of memory. */
dpc_catalogue_t *dpc_cat_new(void);
void dpc_cat_free(dpc_catalogue_t *cat);

/* The record in which functions of the public interface leave their message. */
dpc_diag *dpc_cat_diag(dpc_catalogue_t *cat);

/* Whether the theorem was added by the user. */
bool dpc_cat_is_own(const dpc_catalogue_t *cat, const dpc_unit *unit);

/* The number of compiled-in theorems, and the id of each, in byte order. */
size_t dpc_cat_count(void);
const char *dpc_cat_id(size_t index);

/* The theorem with this id, or NULL with the reason in diag, which suggests similar ids for an
   unknown one. */
const dpc_unit *dpc_cat_find(dpc_catalogue_t *cat, const char *id, dpc_diag *diag);

/* The shared functions. */
const dpc_unit *dpc_cat_prelude(dpc_catalogue_t *cat, dpc_diag *diag);

/* Parses a theorem that is not in the catalogue.  The catalogue keeps it; its id must be new. */
const dpc_unit *dpc_cat_add(dpc_catalogue_t *cat, const char *name, const char *text, size_t len,
                            dpc_diag *diag);

/* The compiled-in text of a file, or of "prelude"; NULL if there is none of this name. */
const char *dpc_cat_text(const char *name);

/* Uses this text, an earlier release, instead of the compiled-in file of that name. */
const dpc_unit *dpc_cat_replace(dpc_catalogue_t *cat, const char *name, const char *text,
                                dpc_diag *diag);

#endif
