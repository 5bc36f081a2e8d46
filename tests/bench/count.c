/* A plugin for qemu-hppa that counts, to measure against: mode=total adds one an instruction, in line; mode=pcs calls
 * back at each instruction and counts by address, which is what a profile by instruction needs.
 *
 * Written against the plugin interface, version 1, as QEMU's documentation gives it (docs/devel/tcg-plugins.rst); the
 * declarations below are all it uses. Prints "N instructions" when the guest ends. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;

enum { NO_REGISTERS = 0, INLINE_ADD = 0, TABLE = 1 << 20 };

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t index);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id, void (*cb)(qemu_plugin_id_t, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn *insn, int op, void *counter, uint64_t by);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn, void (*cb)(unsigned, void *), int flags,
                                            void *user);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id, void (*cb)(qemu_plugin_id_t, void *), void *user);

/* A plugin has no object of its own to hang state from: QEMU hands the callbacks nothing but what is given here. */
static uint64_t total;
static uint32_t by_pc[TABLE];
static bool want_pcs;

static void count_pc(unsigned vcpu, void *slot)
{
    (void)vcpu;
    total++;
    ++*(uint32_t *)slot;
}

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
    (void)id;
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(tb); i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
        if (want_pcs)
            qemu_plugin_register_vcpu_insn_exec_cb(insn, count_pc, NO_REGISTERS,
                                                   &by_pc[qemu_plugin_insn_vaddr(insn) / 4 % TABLE]);
        else qemu_plugin_register_vcpu_insn_exec_inline(insn, INLINE_ADD, &total, 1);
    }
}

static void ended(qemu_plugin_id_t id, void *user)
{
    (void)id;
    (void)user;
    fprintf(stderr, "%" PRIu64 " instructions\n", total);
}

__attribute__((visibility("default"))) int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc,
                                                               char **argv)
{
    (void)info;
    for (int i = 0; i < argc; i++) want_pcs |= strcmp(argv[i], "mode=pcs") == 0;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, ended, NULL);
    return 0;
}
