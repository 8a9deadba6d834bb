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
import { showFailure } from './failure-text.ts'
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
  const set = (field: keyof ImportRules, value: string) => setWanted({ ...rules, [field]: value } as ImportRules)
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
          <Field key={field} label={FIELD_LABELS[field]}>
            <NativeSelect
              label={FIELD_LABELS[field]}
              value={rules[field]}
              onChange={({ target }) => set(field, target.value)}
              options={RULES_OF[field].map((rule) => ({ value: rule, label: RULE_LABELS[rule] }))}
            />
          </Field>
        ))}
        <Field label={REVIEW_LABEL}>
          <NativeSelect
            label={REVIEW_LABEL}
            value={rules.review}
            onChange={({ target }) => set('review', target.value)}
            options={REVIEW_RULES.map((value) => ({ value, label: REVIEW_RULE_LABELS[value] }))}
          />
        </Field>
        {found.items.some(({ kind }) => kind === 'list') && (
          <Field label={ITEM_LABELS.list}>
            <NativeSelect
              label={ITEM_LABELS.list}
              value={rules.lists}
              onChange={({ target }) => set('lists', target.value)}
              options={REVIEW_RULES.map((value) => ({ value, label: REVIEW_RULE_LABELS[value] }))}
            />
          </Field>
        )}
        {found.items.some(({ kind }) => kind === 'journal') && (
          <Field label={ITEM_LABELS.journal}>
            <NativeSelect
              label={ITEM_LABELS.journal}
              value={rules.journal}
              onChange={({ target }) => set('journal', target.value)}
              options={TICK_RULES.map((value) => ({ value, label: JOURNAL_RULE_LABELS[value] }))}
            />
          </Field>
        )}
        <Field label={ACHIEVEMENTS_LABEL}>
          <NativeSelect
            label={ACHIEVEMENTS_LABEL}
            value={rules.achievements}
            onChange={({ target }) => set('achievements', target.value)}
            options={TICK_RULES.map((value) => ({ value, label: TICK_RULE_LABELS[value] }))}
          />
        </Field>
        <Field label="Games without a status">
          <NativeSelect
            label="Games without a status"
            value={rules.without_status}
            onChange={({ target }) => set('without_status', target.value)}
            options={WITHOUT_STATUS.map((value) => ({ value, label: WITHOUT_STATUS_LABELS[value] }))}
          />
        </Field>
      </div>
    </details>
  )
}
