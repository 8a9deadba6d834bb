import { TITLE_EXAMPLE } from '#shared/sentences.ts'
import { problemsOfSchema } from '#web/schema-problems.ts'
import { Field, Switch, TextArea, TextInput } from '#web/ui/field.tsx'
import { LIST_PAGE_TEXTS } from '../list-page.texts.ts'
import { DESCRIPTION_MAX, TITLE_MAX } from '../lists.rules.ts'
import { ListDraft } from '../lists.schemas.ts'

export interface ListFieldValues {
  title: string
  description: string
  is_shared: boolean
  is_ranked: boolean
}

export const EMPTY_LIST: ListFieldValues = { title: '', description: '', is_shared: false, is_ranked: false }

export type ListProblems = Partial<Record<'title' | 'description', string>>

/** Returns the errors of the fields; null when they are valid. */
export function problemsOf(values: ListFieldValues): ListProblems | null {
  const checked = ListDraft.safeParse(values)
  return checked.success ? null : problemsOfSchema(checked)
}

/** Renders the fields of a list: title, description, shared and ranked. */
export function ListFields(props: {
  values: ListFieldValues
  problems: ListProblems
  onChange: (values: ListFieldValues) => void
}) {
  const { values, problems, onChange } = props
  const set = (change: Partial<ListFieldValues>) => onChange({ ...values, ...change })
  return (
    <div className="grid gap-4">
      <Field label="Title" error={problems.title} counter={`${[...values.title].length} / ${TITLE_MAX}`}>
        <TextInput
          dir="auto"
          autoComplete="off"
          placeholder={TITLE_EXAMPLE}
          value={values.title}
          onChange={(event) => set({ title: event.target.value })}
        />
      </Field>
      <Field
        label="Description"
        error={problems.description}
        counter={`${[...values.description].length} / ${DESCRIPTION_MAX}`}
      >
        <TextArea
          dir="auto"
          value={values.description}
          onChange={(event) => set({ description: event.target.value })}
        />
      </Field>
      <Switch
        label="Shared"
        hint={LIST_PAGE_TEXTS.whoSees}
        checked={values.is_shared}
        onChange={(event) => set({ is_shared: event.target.checked })}
      />
      <Switch
        label="Ranked"
        hint={LIST_PAGE_TEXTS.ranked}
        checked={values.is_ranked}
        onChange={(event) => set({ is_ranked: event.target.checked })}
      />
    </div>
  )
}
