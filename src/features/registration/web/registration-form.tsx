import { useQueryClient } from '@tanstack/react-query'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { type AnswerOf, call } from '#web/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, NumberInput, Radio, Switch, TextArea, TextInput } from '#web/ui/field.tsx'
import { SettingsPart } from '#web/ui/settings-part.tsx'
import { toast } from '#web/ui/toasts.ts'
import { fieldProblemsOf, showFailure } from '#web/write-failure.ts'
import { ADMIN_REGISTRATION_TEXTS as TEXTS } from '../admin-registration.texts.ts'
import { type getSiteSettings, saveSiteSettings } from '../registration.endpoints.ts'
import { REGISTRATION_MODES, type RegistrationMode, VISIBILITIES, type Visibility } from '../registration.rules.ts'
import { siteSettingsQuery } from './registration.api.ts'

type Found = AnswerOf<typeof getSiteSettings>

interface Draft {
  registration: RegistrationMode
  visibility: Visibility
  provider_sign_up: boolean
  invites_per_month: string
  allowed_domains: string
  refused_domains: string
  sentence: string
}

const domainsOf = (text: string): string[] => text.split(/[\s,;]+/).filter((domain) => domain !== '')

/** The settings of registration and visibility. What the environment fixes cannot be changed, and says so. */
export function RegistrationForm({ found }: { found: Found }) {
  const { form, submit } = useSettings(found)
  const { isSubmitting } = form.formState
  return (
    <form method="post" noValidate onSubmit={submit} aria-busy={isSubmitting}>
      <Accounts form={form} found={found} />
      <Sight form={form} isFixed={found.fixed.includes('visibility')} />
      <Details form={form} />
      <div className="flex border-t border-line pt-6">
        <Button type="submit" kind="solid" busy={isSubmitting} busyLabel="Saving…">
          Save
        </Button>
      </div>
    </form>
  )
}

function useSettings({ settings, fixed }: Found) {
  const client = useQueryClient()
  const form = useForm<Draft>({
    defaultValues: {
      ...settings,
      invites_per_month: String(settings.invites_per_month),
      allowed_domains: settings.allowed_domains.join('\n'),
      refused_domains: settings.refused_domains.join('\n'),
      sentence: settings.sentence ?? '',
    },
  })
  const submit = form.handleSubmit(async (draft) => {
    const body = {
      ...draft,
      invites_per_month: Number(draft.invites_per_month),
      allowed_domains: domainsOf(draft.allowed_domains),
      refused_domains: domainsOf(draft.refused_domains),
      // A field that is disabled has no value.
      ...Object.fromEntries(fixed.map((field) => [field, settings[field]])),
    }
    try {
      await call(saveSiteSettings, { body })
      toast({ title: TEXTS.saved })
      await Promise.all([
        client.invalidateQueries({ queryKey: siteSettingsQuery().queryKey }),
        client.invalidateQueries({ queryKey: ['registration'] }),
      ])
    } catch (error) {
      showAtFields(form, error)
    }
  })
  return { form, submit }
}

function Accounts({ form, found: { fixed, provider } }: { form: UseFormReturn<Draft>; found: Found }) {
  const isFixed = fixed.includes('registration')
  const isProviderFixed = fixed.includes('provider_sign_up')
  const hint = provider === null ? TEXTS.noProvider : TEXTS.providerHint(provider)
  return (
    <SettingsPart title="New accounts" text={isFixed ? TEXTS.fixed('REGISTRATION') : TEXTS.accountsText}>
      <div className="grid gap-3" role="group" aria-label="New accounts">
        {REGISTRATION_MODES.map((mode) => (
          <Radio key={mode} value={mode} {...TEXTS.modes[mode]} disabled={isFixed} {...form.register('registration')} />
        ))}
      </div>
      <Switch
        label={TEXTS.provider}
        hint={isProviderFixed ? TEXTS.fixed('PROVIDER_SIGN_UP') : hint}
        disabled={isProviderFixed}
        {...form.register('provider_sign_up')}
      />
    </SettingsPart>
  )
}

function Sight({ form, isFixed }: { form: UseFormReturn<Draft>; isFixed: boolean }) {
  return (
    <SettingsPart title="Who sees the site" text={isFixed ? TEXTS.fixed('VISIBILITY') : TEXTS.visibilityText}>
      <div className="grid gap-3" role="group" aria-label="Who sees the site">
        {VISIBILITIES.map((visibility) => (
          <Radio
            key={visibility}
            value={visibility}
            {...TEXTS.visibilities[visibility]}
            disabled={isFixed}
            {...form.register('visibility')}
          />
        ))}
      </div>
    </SettingsPart>
  )
}

function Details({ form }: { form: UseFormReturn<Draft> }) {
  const { errors } = form.formState
  return (
    <>
      <SettingsPart title="Sign-up page" text={TEXTS.signUpText}>
        <Field label={TEXTS.sentence} hint={TEXTS.sentenceHint} error={errors.sentence?.message}>
          <TextInput {...form.register('sentence')} dir="auto" />
        </Field>
      </SettingsPart>
      <SettingsPart title="Invitations by members" text={TEXTS.membersText}>
        <Field label={TEXTS.perMonth} hint={TEXTS.perMonthHint} error={errors.invites_per_month?.message}>
          <NumberInput {...form.register('invites_per_month')} className="max-w-28" />
        </Field>
      </SettingsPart>
      <SettingsPart title="Email addresses" text={TEXTS.domainsText}>
        <Field label={TEXTS.allowed} hint={TEXTS.allowedHint} error={errors.allowed_domains?.message}>
          <TextArea {...form.register('allowed_domains')} rows={3} spellCheck={false} placeholder="example.org" />
        </Field>
        <Field label={TEXTS.refused} hint={TEXTS.refusedHint} error={errors.refused_domains?.message}>
          <TextArea {...form.register('refused_domains')} rows={3} spellCheck={false} />
        </Field>
      </SettingsPart>
    </>
  )
}

/** The server names a wrong domain by its place, such as `allowed_domains.2`. */
function showAtFields(form: UseFormReturn<Draft>, error: unknown): void {
  const fields = ['allowed_domains', 'refused_domains', 'sentence', 'invites_per_month'] as const
  const problems = Object.entries(fieldProblemsOf(error))
  const wrong = fields.flatMap((field) => {
    const problem = problems.find(([name]) => name === field || name.startsWith(`${field}.`))
    return problem ? [{ field, text: problem[1] }] : []
  })
  for (const [at, { field, text }] of wrong.entries())
    form.setError(field, { type: 'server', message: text }, { shouldFocus: at === 0 })
  if (wrong.length === 0) showFailure(TEXTS.notSaved, error)
}
