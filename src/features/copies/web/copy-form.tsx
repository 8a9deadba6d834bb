import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { unique } from '#features/catalogue/catalogue.rules.ts'
import { byProminence, shortPlatform } from '#features/catalogue/names.rules.ts'
import { gameQuery } from '#features/catalogue/web/catalogue.api.ts'
import { FormFoot } from '#features/library/web/form-foot.widgets.tsx'
import { DayField } from '#features/play-log/web/day-field.widgets.tsx'
import type { Acting } from '#features/play-log/web/game-actions.api.ts'
import { runForProblem, useProblemForm } from '#features/play-log/web/run-for-problem.api.ts'
import { localDay } from '#shared/dates.ts'
import { isConflict } from '#web/drafts/use-versioned-draft.ts'
import { hasSameJson } from '#web/same-json.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, NumberInput, TextInput } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import type { Copy } from '../copies.contract.ts'
import { COPY_TEXT_MAX, currencies, STORES } from '../copies.rules.ts'
import type { CopyDraft } from '../copies.schemas.ts'
import { copySummaryQuery, saveCopy } from './copies.api.ts'
import { type CopyFields, copyDraftOf, copyFieldsOf, copyProblemsOf } from './copy-fields.ts'

/** Renders the form of a new or existing copy. */
export function CopyForm({ acting, copy, onClose }: { acting: Acting; copy: Copy | null; onClose: () => void }) {
  const today = localDay(new Date())
  const { data: game } = useQuery(gameQuery(acting.gameId))
  const { data: used } = useQuery(copySummaryQuery())
  const [before] = useState(() => copyFieldsOf(copy))
  const [fields, setFields] = useState(before)
  // What another device has noted since the form opened is replaced only after the member knows of it.
  const [replaces, setReplaces] = useState(false)
  const { isTried, isSaving, problem, submit } = useProblemForm()
  // The currency that the member used last, until they choose another one.
  const typed = { ...fields, currency: fields.currency ?? used?.currency ?? '' }
  const draft = copyDraftOf(typed)
  const problems = copyProblemsOf(draft, today)
  const errors = isTried ? problems : {}
  const set = (change: Partial<CopyFields>) => setFields((now) => ({ ...now, ...change }))
  const names = (list: readonly { name: string }[] = []) => list.map(({ name }) => name)
  const platforms = byProminence(names(game?.platforms)).map(shortPlatform)

  const save = async () => {
    const { id = null, ...seen } = copy ?? {}
    try {
      await saveCopy(acting.client, acting.gameId, id, draft, copy && !replaces ? (seen as CopyDraft) : undefined)
      onClose()
    } catch (error) {
      if (isConflict(error)) setReplaces(true)
      throw error
    }
  }
  return (
    <Dialog
      open
      size="question"
      isTyped={!hasSameJson(fields, before)}
      isSaving={isSaving}
      onOpenChange={onClose}
      title={copy ? 'Edit copy' : 'Add a copy'}
      onSubmit={(event) => void submit(event, Object.keys(problems).length > 0, () => runForProblem(acting, save))}
      footer={<FormFoot label={copy ? 'Save' : 'Add'} problem={problem} isSaving={isSaving} onClose={onClose} />}
    >
      <fieldset disabled={isSaving} className="grid gap-5">
        <KindField isPhysical={fields.isPhysical} onChange={(isPhysical) => set({ isPhysical })} />
        <Suggested
          label="Platform"
          value={fields.platform}
          error={errors.platform}
          suggestions={unique([...platforms, ...names(used?.platforms)])}
          onChange={(platform) => set({ platform })}
        />
        <Suggested
          label="Store"
          value={fields.store}
          error={errors.store}
          suggestions={unique([...names(used?.stores), ...STORES])}
          onChange={(store) => set({ store })}
        />
        <Field label="Edition" error={errors.edition}>
          <Text value={fields.edition} onChange={(edition) => set({ edition })} />
        </Field>
        <DayField
          label="Got on"
          value={fields.gotOn}
          onChange={(gotOn) => set({ gotOn })}
          today={today}
          error={errors.got_on}
        />
        <PriceFields fields={typed} errors={errors} onChange={set} />
        <LentFields fields={fields} errors={errors} today={today} onChange={set} />
      </fieldset>
    </Dialog>
  )
}

function KindField({ isPhysical, onChange }: { isPhysical: boolean; onChange: (isPhysical: boolean) => void }) {
  return (
    <Field label="Kind">
      <Select
        value={isPhysical ? 'physical' : 'digital'}
        onChange={(event) => onChange(event.target.value === 'physical')}
        options={[
          { value: 'digital', label: 'Digital' },
          { value: 'physical', label: 'Physical' },
        ]}
      />
    </Field>
  )
}

interface PartProps {
  fields: CopyFields
  errors: Partial<Record<string, string>>
  onChange: (change: Partial<CopyFields>) => void
}

function PriceFields({ fields, errors, onChange }: PartProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] gap-3">
      <Field label="Price" error={errors.price}>
        <NumberInput value={fields.price} onChange={(event) => onChange({ price: event.target.value })} />
      </Field>
      <Field label="Currency" error={errors.currency}>
        <Select
          value={fields.currency ?? ''}
          placeholder="None"
          onChange={(event) => onChange({ currency: event.target.value })}
          options={currencies().map((code) => ({ value: code, label: `${code}, ${CURRENCY_NAMES.of(code)}` }))}
        />
      </Field>
    </div>
  )
}

function LentFields({ fields, errors, today, onChange }: PartProps & { today: string }) {
  return (
    <>
      <Field label="Lent to" error={errors.lent_to}>
        <Text value={fields.lentTo} onChange={(lentTo) => onChange({ lentTo })} />
      </Field>
      {(fields.lentTo.trim() !== '' || fields.lentOn !== '') && (
        <DayField
          label="Lent since"
          value={fields.lentOn}
          onChange={(lentOn) => onChange({ lentOn })}
          today={today}
          error={errors.lent_on}
        />
      )}
    </>
  )
}

const CURRENCY_NAMES = new Intl.DisplayNames('en', { type: 'currency' })

interface TextProps {
  value: string
  onChange: (value: string) => void
  list?: string
}

const Text = ({ value, onChange, list }: TextProps) => (
  <TextInput
    dir="auto"
    autoComplete="off"
    maxLength={COPY_TEXT_MAX}
    list={list}
    value={value}
    onChange={(event) => onChange(event.target.value)}
  />
)

/** Renders a text field whose likely values the browser suggests. */
function Suggested(
  props: Omit<TextProps, 'list'> & {
    label: string
    error: string | undefined
    suggestions: readonly string[]
  },
) {
  const list = useId()
  return (
    <Field label={props.label} error={props.error}>
      <Text value={props.value} onChange={props.onChange} list={list} />
      <datalist id={list}>
        {props.suggestions.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </Field>
  )
}
