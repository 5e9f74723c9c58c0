/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The look of a report. */
#ifndef DPC_REPORT_STYLE_H
#define DPC_REPORT_STYLE_H

/* A style sheet, without characters that XML would have to escape. */
extern const char dpc_report_style[];

#endif
