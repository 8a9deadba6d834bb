import { DEFAULT_RULES, type ImportedValues, planImport } from '#features/library/imported.rules.ts'
import type { ImportedRecord } from '../../imported-record.rules.ts'
import type { FieldChange } from '../../imports.contract.ts'
import { notStoredIn } from '../../imports.rules.ts'
import { lossText, notStoredText, playthroughText } from '../../imports.texts.ts'
import { fieldChanges } from '../imports.view.ts'

/** Returns what a record says, in words: as the entry that it would become. */
export function recordChanges(record: ImportedRecord, values: ImportedValues): FieldChange[] {
  const plan = planImport(DEFAULT_RULES, [values], null)
  const line = (field: string, after: string): FieldChange => ({ field, before: null, after })
  const notStored = notStoredIn(record)
  return [
    ...(plan ? fieldChanges(null, plan.values) : []),
    ...(plan?.playthroughs ?? []).slice(0, 5).map((played) => line('Playthrough', playthroughText(played))),
    ...record.losses.slice(0, 5).map((loss) => line('Left out', lossText(loss))),
    ...(notStored.length > 0 ? [line('Left out', notStoredText(notStored))] : []),
  ]
}
