import { type ImportedValues, planImport } from '#features/imported-games/imported.rules.ts'
import type { ImportedRecord } from '../../imported-record.rules.ts'
import type { FieldChange } from '../../imports.contract.ts'
import { DEFAULT_RULES, reviewOf } from '../../imports.rules.ts'
import { lossText } from '../../imports.texts.ts'
import { planChanges, reviewChanges } from '../imports.view.ts'

/** Returns what a record says, in words: as the entry that it would become. */
export function recordChanges(record: ImportedRecord, values: ImportedValues): FieldChange[] {
  const plan = planImport(DEFAULT_RULES, [values], null)
  const review = reviewOf(record, DEFAULT_RULES)
  return [
    ...(plan ? planChanges(null, plan) : []),
    ...(review ? reviewChanges(review) : []),
    ...record.losses.slice(0, 5).map((loss) => ({ field: 'Left out', before: null, after: lossText(loss) })),
  ]
}
