import { readTabStored, storeInTab } from './consented-storage.ts'

const NAME = 'savepoint.typed'

/** Returns what was typed into this form of the tab before a reload, by field; empty when there is nothing. */
export const readTyped = (form: string): Record<string, unknown> => recordOf(readForms()[form])

/** Stores what was typed into a form until the tab is closed; null deletes it. */
export function storeTyped(form: string, typed: object | null): void {
  const { [form]: _replaced, ...others } = readForms()
  const forms = typed === null ? others : { ...others, [form]: typed }
  storeInTab(NAME, Object.keys(forms).length > 0 ? forms : null)
}

const readForms = () => recordOf(readTabStored(NAME))

const recordOf = (stored: unknown) =>
  (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>
