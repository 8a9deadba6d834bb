import { readTabStored, storeInTab } from './consented-storage.ts'

const NAME = 'savepoint.typed'

/** Returns the unsent input of a form by field name, as stored in this tab; an empty object if there is none. */
export const readTyped = (form: string): Record<string, unknown> => recordOf(readForms()[form])

/** Stores the unsent input of a form until the tab is closed; null deletes it. */
export function storeTyped(form: string, typed: object | null): void {
  const { [form]: _replaced, ...others } = readForms()
  const forms = typed === null ? others : { ...others, [form]: typed }
  storeInTab(NAME, Object.keys(forms).length > 0 ? forms : null)
}

const readForms = () => recordOf(readTabStored(NAME))

const recordOf = (stored: unknown) =>
  (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>
