/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   A single error bound of the inversion accountant, for the planner (L-INV-STAIR of LEMMAS.md,
   section "Inversion").  No enclosure depends on its value. */
#include "guess/probe.h"

#include "base/watch.h"
#include "method/inversion.h"
#include "method/inversion_parts.h"

#include <math.h>
#include <stdlib.h>

struct dpc_probe_s {
    dpc_method_call *in;
    dpc_calc c;
    setting s;
    grid g;
    stairs st;
    dpc_vec t; /* lambda, R, distance, result */
};

void dpc_probe_free(dpc_probe *p)
{
    if (p == NULL)
        return;
    dpc_vec_clear(&p->t);
    dpc_inv_stairs_clear(&p->st);
    dpc_inv_grid_clear(&p->g);
    dpc_vec_clear(&p->s.num);
    dpc_mechanism_clear(&p->s.m);
    dpc_calc_clear(&p->c);
    free(p);
}

dpc_probe *dpc_probe_new(dpc_method method, dpc_method_call *in, size_t group)
{
    dpc_probe *p = calloc(1, sizeof *p);
    if (p == NULL)
        return NULL;
    p->in = in;
    dpc_calc_init(&p->c, in->dom, in->prec);
    if (dpc_mechanism_read(method, in, &p->s.m) != DPC_OK ||
        dpc_inv_read_integers(in, &p->s) != DPC_OK) {
        dpc_mechanism_clear(&p->s.m);
        dpc_calc_clear(&p->c);
        free(p);
        return NULL;
    }
    p->s.has_far = mpq_sgn(in->arg[DPC_INV_EDGE].q) > 0;
    dpc_inv_setting_init(&p->s, &p->c);
    dpc_inv_enter(&p->s, &p->s.m.group[group]);
    dpc_inv_grid_init(&p->s, &p->g);
    dpc_vec_init(&p->c, &p->t, 4);
    dpc_inv_exponent_of(&p->s, dpc_vec_at(&p->t, 0), num(&p->s, THETA));
    dpc_inv_grid_tilt(&p->s, &p->g, dpc_vec_at(&p->t, 0));
    if (dpc_calc_ok(&p->c))
        return p;
    dpc_probe_free(p);
    return NULL;
}

static void probe_set(dpc_probe *p, size_t i, double x)
{
    if (!isfinite(x)) {
        dpc_calc_fail(&p->c, DPC_UNDECIDED);
        return;
    }
    mpq_set_d(p->c.scratch, x);
    p->c.dom->set_q(dpc_vec_at(&p->t, i), p->c.scratch, p->c.prec);
}

/* Whether there is a result; a refusal is forgotten. */
static bool probe_done(dpc_probe *p, dpc_status status)
{
    const bool done = status == DPC_OK && dpc_calc_ok(&p->c);
    p->c.status = DPC_OK;
    return done;
}

const void *dpc_probe_value(const dpc_probe *p)
{
    return dpc_vec_at(&p->t, 3);
}

bool dpc_probe_lost(dpc_probe *p, double R)
{
    if (dpc_watch_stopped())
        return false;
    if (p->st.n == 0)
        dpc_inv_stairs_init(&p->s, &p->g, &p->st);
    probe_set(p, 1, R);
    dpc_inv_coherence_lost(&p->s, &p->st, dpc_vec_at(&p->t, 1), dpc_vec_at(&p->t, 3));
    return probe_done(p, DPC_OK);
}
