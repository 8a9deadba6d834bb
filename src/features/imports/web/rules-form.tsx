import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { IMPORTED_FIELDS, RULES_OF } from '#features/library/imported-fields.rules.ts'
import type { ImportId } from '#shared/ids.ts'
import { Field } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { IMPORT_SCREEN_TEXTS } from '../import-screens.texts.ts'
import type { Import, ImportRules } from '../imports.contract.ts'
import { REVIEW_RULES, TICK_RULES, WITHOUT_STATUS } from '../imports.rules.ts'
import {
  ACHIEVEMENTS_LABEL,
  FIELD_LABELS,
  ITEM_LABELS,
  JOURNAL_RULE_LABELS,
  REVIEW_LABEL,
  REVIEW_RULE_LABELS,
  RULE_LABELS,
  TICK_RULE_LABELS,
  WITHOUT_STATUS_LABELS,
} from '../imports.texts.ts'
import { showFailure } from './failure-text.api.ts'
import { rulesMutation } from './imports.api.ts'

/** Their files name no status, so its rule matters. */
const WITHOUT_STATUSES: readonly Import['preset'][] = ['steam', 'gog', 'igdb-list']

/**
 * What becomes of each field that both the library and the file have. Each change plans the import again; the form stays
 * meanwhile with the focus in it, and a change during the planning is sent when it has ended.
 */
export function RulesForm({ found }: { found: Import }) {
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation(rulesMutation(client, found.id as ImportId))
  const [wanted, setWanted] = useState<ImportRules | null>(null)
  const rules = wanted ?? found.rules
  const rule = (field: keyof ImportRules) => ({
    value: rules[field],
    onChange: (value: string) => setWanted({ ...rules, [field]: value } as ImportRules),
  })
  const has = (wanted: string) => found.items.some(({ kind }) => kind === wanted)
  const mayChange = found.state === 'ready' && !isPending
  useEffect(() => {
    if (wanted === null || !mayChange) return
    const end = () => setWanted((now) => (now === wanted ? null : now))
    void mutateAsync(wanted).catch(showFailure).finally(end)
  }, [wanted, mayChange, mutateAsync])
  return (
    <details className="import-rules" open={WITHOUT_STATUSES.includes(found.preset)}>
      <summary>
        <h2 className="title text-18">Rules</h2>
        <span className="text-14 text-text-2">{IMPORT_SCREEN_TEXTS.whenDifferent}</span>
        <Icon name="down" />
      </summary>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {IMPORTED_FIELDS.map((field) => (
          <Rule
            key={field}
            {...rule(field)}
            label={FIELD_LABELS[field]}
            values={RULES_OF[field]}
            labels={RULE_LABELS}
          />
        ))}
        <Rule {...rule('review')} label={REVIEW_LABEL} values={REVIEW_RULES} labels={REVIEW_RULE_LABELS} />
        {has('list') && (
          <Rule {...rule('lists')} label={ITEM_LABELS.list} values={REVIEW_RULES} labels={REVIEW_RULE_LABELS} />
        )}
        {has('journal') && (
          <Rule {...rule('journal')} label={ITEM_LABELS.journal} values={TICK_RULES} labels={JOURNAL_RULE_LABELS} />
        )}
        <Rule {...rule('achievements')} label={ACHIEVEMENTS_LABEL} values={TICK_RULES} labels={TICK_RULE_LABELS} />
        <Rule
          {...rule('without_status')}
          label="Games without a status"
          values={WITHOUT_STATUS}
          labels={WITHOUT_STATUS_LABELS}
        />
      </div>
    </details>
  )
}

function Rule<Value extends string>(props: {
  label: string
  value: string
  values: readonly Value[]
  labels: Record<Value, string>
  onChange: (value: string) => void
}) {
  return (
    <Field label={props.label}>
      <NativeSelect
        label={props.label}
        value={props.value}
        onChange={({ target }) => props.onChange(target.value)}
        options={props.values.map((value) => ({ value, label: props.labels[value] }))}
      />
    </Field>
  )
}
