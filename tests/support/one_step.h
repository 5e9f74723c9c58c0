/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   One instruction of every operation, on numbers of a given length: to compare its charge with the
   data that it touches (tests/check/run/t-charge.c), and with the time that it takes
   (bench/bench.c). */
#ifndef ONE_STEP_H
#define ONE_STEP_H

#include "lang/catalogue.h"
#include "run/run.h"

typedef enum {
    ONE_EXACT,    /* operands are exact rational numbers */
    ONE_ENCLOSED, /* operands are enclosures of rational numbers */
    ONE_FAILS     /* a failure with a message, where the operation can fail */
} one_operands;

typedef struct {
    dpc_run *run;
    dpc_code code;
    dpc_instr instr[3];
    dpc_catalogue_t *cat; /* has the declaration of the method */
    dpc_method_info method;
    dpc_list plan;
    dpc_call call;
    dpc_check check;
    dpc_stmt stmt;
    dpc_unit unit;
    dpc_expr expr;
    dpc_list list;
    mpq_t value[8];
    dpc_diag diag;
} one_step;

/* Whether there is such an instruction. */
bool one_step_possible(dpc_op op, one_operands operands);

/* Rational numbers whose numerators and denominators have so many bits; the two operands of the
   operation are close to each other. */
void one_step_init(one_step *s, dpc_op op, one_operands operands, unsigned long bits,
                   const dpc_domain *domain, unsigned long prec);
void one_step_clear(one_step *s);

/* Executes the instruction; enclosures of rational numbers are made anew.  Returns the amount
   charged. */
uint64_t one_step_run(one_step *s);

/* Limbs of the numbers that the instruction reads; 0 where it reads none. */
uint64_t one_step_limbs(const one_step *s);

const char *one_step_name(dpc_op op);

#endif
