import { useQueryClient } from '@tanstack/react-query'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { type AnswerOf, call } from '#web/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, NumberInput, TextArea } from '#web/ui/field.tsx'
import { SettingsPart } from '#web/ui/settings-part.tsx'
import { toast } from '#web/ui/toasts.ts'
import { fieldProblemsOf, showFailure } from '#web/write-failure.ts'
import { HOLD_RULES_TEXTS as TEXTS } from '../admin-moderation.texts.ts'
import { type getHoldRules, saveHoldRules } from '../moderation.endpoints.ts'
import { holdRulesQuery } from './moderation.api.ts'

interface Draft {
  first_texts: string
  first_days: string
  link_days: string
  words: string
}

const FIELDS = ['first_texts', 'first_days', 'link_days', 'words'] as const

/** The form of the rules. */
export function HoldRulesForm({ found }: { found: AnswerOf<typeof getHoldRules> }) {
  const { rules } = found
  const client = useQueryClient()
  const form = useForm<Draft>({
    defaultValues: {
      first_texts: String(rules.first_texts),
      first_days: String(rules.first_days),
      link_days: String(rules.link_days),
      words: rules.words.join('\n'),
    },
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (draft) => {
    const words = draft.words.split('\n').filter((word) => word.trim() !== '')
    const numbers = {
      first_texts: Number(draft.first_texts),
      first_days: Number(draft.first_days),
      link_days: Number(draft.link_days),
    }
    try {
      await call(saveHoldRules, { body: { ...numbers, words } })
      toast({ title: TEXTS.saved })
      await client.invalidateQueries({ queryKey: holdRulesQuery().queryKey })
    } catch (error) {
      showAtFields(form, error)
    }
  })
  return (
    <form method="post" noValidate onSubmit={submit} aria-busy={isSubmitting}>
      <SettingsPart title={TEXTS.first} text={TEXTS.firstText}>
        <Field label={TEXTS.firstDays} hint={TEXTS.zero} error={errors.first_days?.message}>
          <NumberInput {...form.register('first_days')} className="max-w-28" />
        </Field>
        <Field label={TEXTS.firstTexts} error={errors.first_texts?.message}>
          <NumberInput {...form.register('first_texts')} className="max-w-28" />
        </Field>
      </SettingsPart>
      <SettingsPart title={TEXTS.links} text={TEXTS.linksText}>
        <Field label={TEXTS.firstDays} hint={TEXTS.zero} error={errors.link_days?.message}>
          <NumberInput {...form.register('link_days')} className="max-w-28" />
        </Field>
        {found.forum_hold_links && <p className="text-14 text-text-2">{TEXTS.linksSetting}</p>}
      </SettingsPart>
      <SettingsPart title={TEXTS.words} text={TEXTS.wordsText}>
        <Field label={TEXTS.wordsLabel} error={errors.words?.message}>
          <TextArea {...form.register('words')} rows={5} spellCheck={false} dir="auto" />
        </Field>
      </SettingsPart>
      <div className="flex border-t border-line pt-6">
        <Button type="submit" kind="solid" busy={isSubmitting} busyLabel="Saving…">
          Save
        </Button>
      </div>
    </form>
  )
}

/** The server names a wrong word by its place, such as `words.2`. */
function showAtFields(form: UseFormReturn<Draft>, error: unknown): void {
  const problems = Object.entries(fieldProblemsOf(error))
  const wrong = FIELDS.flatMap((field) => {
    const problem = problems.find(([name]) => name === field || name.startsWith(`${field}.`))
    return problem ? [{ field, text: problem[1] }] : []
  })
  for (const [at, { field, text }] of wrong.entries())
    form.setError(field, { type: 'server', message: text }, { shouldFocus: at === 0 })
  if (wrong.length === 0) showFailure(TEXTS.notSaved, error)
}
