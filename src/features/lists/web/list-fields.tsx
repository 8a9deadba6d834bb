import { TITLE_EXAMPLE } from '#shared/sentences.ts'
import { problemsOfSchema } from '#web/schema-problems.ts'
import { Field, Switch, TextArea, TextInput } from '#web/ui/field.tsx'
import { LIST_PAGE_TEXTS } from '../list-page.texts.ts'
import { DESCRIPTION_MAX, TITLE_MAX } from '../lists.rules.ts'
import { ListDraft } from '../lists.schemas.ts'
import { SMART_LIST_PAGE_TEXTS } from '../smart-list-page.texts.ts'
import { isAboutOwner } from '../smart-lists.rules.ts'
import { SMART_LIST_TEXTS } from '../smart-lists.texts.ts'

export interface ListFieldValues {
  title: string
  description: string
  is_shared: boolean
  is_ranked: boolean
  tells_of_new: boolean
}

export const EMPTY_LIST: ListFieldValues = {
  title: '',
  description: '',
  is_shared: false,
  is_ranked: false,
  tells_of_new: false,
}

export type ListProblems = Partial<Record<'title' | 'description', string>>

/** Returns the errors of the fields; null when they are valid. */
export function problemsOf(values: ListFieldValues): ListProblems | null {
  const checked = ListDraft.safeParse(values)
  return checked.success ? null : problemsOfSchema(checked)
}

/** Renders the fields of a list: title, description, shared and ranked; of a smart list also whether it tells of new games. */
export function ListFields(props: {
  values: ListFieldValues
  problems: ListProblems
  /** The filters of a smart list. */
  filters?: string | undefined
  onChange: (values: ListFieldValues) => void
}) {
  const { values, problems, filters, onChange } = props
  const isForOwner = filters !== undefined && isAboutOwner(filters)
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
        hint={isForOwner ? SMART_LIST_TEXTS.isForOwner : LIST_PAGE_TEXTS.whoSees}
        disabled={isForOwner}
        checked={values.is_shared}
        onChange={(event) => set({ is_shared: event.target.checked })}
      />
      <Switch
        label="Ranked"
        hint={LIST_PAGE_TEXTS.ranked}
        checked={values.is_ranked}
        onChange={(event) => set({ is_ranked: event.target.checked })}
      />
      {filters !== undefined && (
        <Switch
          label={SMART_LIST_PAGE_TEXTS.tellMe}
          hint={SMART_LIST_PAGE_TEXTS.tells}
          checked={values.tells_of_new}
          onChange={(event) => set({ tells_of_new: event.target.checked })}
        />
      )}
    </div>
  )
}
