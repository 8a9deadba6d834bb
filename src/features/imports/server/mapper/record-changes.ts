import { planImport } from '#features/imported-games/imported.rules.ts'
import type { ImportedRecord } from '../../imported-record.rules.ts'
import type { FieldChange } from '../../imports.contract.ts'
import { DEFAULT_RULES, reviewsOf, valuesOf } from '../../imports.rules.ts'
import { lossText } from '../../imports.texts.ts'
import { finishRecord } from '../formats/records/finish-record.ts'
import { planChanges, reviewChanges } from '../imports.view.ts'

/** Returns what a record says, in words: as the entry that it would become if no other row were about its game. */
export function recordChanges(read: ImportedRecord, now: Date): FieldChange[] {
  const record = finishRecord(read)
  const plan = planImport(DEFAULT_RULES, [valuesOf(record, now)], null)
  return [
    ...(plan ? planChanges(null, plan) : []),
    ...reviewsOf(record, DEFAULT_RULES).flatMap(reviewChanges),
    ...record.losses.slice(0, 5).map((loss) => ({ field: 'Left out', before: null, after: lossText(loss) })),
  ]
}
