import { type AdminDeps, changesOf, withAuditLog } from '#features/admin/server/admin.service.ts'
import type { Viewer } from '#server/session.ts'
import type { HoldRulesForm } from '../../moderation.schemas.ts'
import { readHoldRules, writeHoldRules } from './hold-rules.queries.ts'

const FIELDS = ['first_texts', 'first_days', 'link_days', 'words'] as const

/** Saves the rules, with an entry in the audit log. They apply to texts from now on. */
export async function saveHoldRules(deps: AdminDeps, admin: Viewer, form: HoldRulesForm): Promise<void> {
  const data: Record<string, unknown> = {}
  const entry = { adminId: admin.id, action: 'change_hold_rules', item: ['site', 'hold-rules'] as const, data }
  await withAuditLog(deps, entry, async ({ db, clock }) => {
    const after = { ...form, words: [...new Set(form.words)] }
    data.changes = changesOf(await readHoldRules(db), after, FIELDS)
    await writeHoldRules(db, after, clock())
  })
}
