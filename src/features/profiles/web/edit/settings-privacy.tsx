import { useMutation, useQuery } from '@tanstack/react-query'
import { SettingsPart, toastFailure } from '#features/accounts/web/settings.widgets.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { SETTINGS_MISSING } from '#web/ui/error-texts.ts'
import { Radio, Switch } from '#web/ui/field.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { toast } from '#web/ui/toasts.ts'
import { PRIVACY_TEXTS, SENDER_CHOICES, VISIBILITY_CHOICES, WHO_MAY_WRITE } from '../../privacy-settings.texts.ts'
import type { OwnProfileRecord } from '../../profile-edit.contract.ts'
import { MESSAGE_SENDERS, type Section, type Visibility } from '../../profile-edit.rules.ts'
import { ownProfileQuery, type SettingsDraft, settingsMutation } from './profile-edit.api.ts'

const PARTS: Record<Section, string> = {
  library: 'Games and figures',
  activity: 'Activity',
  friends: 'Friends and follows',
  badges: 'Badges',
}

/** Settings, Privacy (G22, G49). Every choice is saved at once. */
export function SettingsPrivacy() {
  const { mutateAsync } = useMutation(settingsMutation())
  const { data: profile, isError, refetch } = useQuery(ownProfileQuery())
  if (isError) return <ErrorState text={SETTINGS_MISSING} onRetry={() => void refetch()} level={2} />
  if (!profile) return null
  const { settings } = profile

  async function save(change: SettingsDraft, undo?: SettingsDraft): Promise<void> {
    try {
      await mutateAsync(change)
      toast({ title: 'Privacy saved', ...(undo && { undo: () => void save(undo) }) })
    } catch (error) {
      toastFailure(error)
    }
  }

  return (
    <>
      <ProfileVisibility settings={settings} onSave={save} />
      <PartVisibility settings={settings} onSave={save} />
      <SettingsPart title="Sharing" text={PRIVACY_TEXTS.activity}>
        <Switch
          label="Share my activity"
          hint={PRIVACY_TEXTS.activityOff}
          checked={settings.shareActivity}
          onChange={(event) => {
            const shareActivity = event.target.checked
            void save({ shareActivity }, { shareActivity: !shareActivity })
          }}
        />
      </SettingsPart>
      <SettingsPart title="Spoilers" text={PRIVACY_TEXTS.folds}>
        <Switch
          label={PRIVACY_TEXTS.foldFurther}
          hint={PRIVACY_TEXTS.foldFurtherHint}
          checked={settings.spoilers === 'further'}
          onChange={(event) => {
            const spoilers = event.target.checked ? 'further' : 'marked'
            void save({ spoilers }, { spoilers: settings.spoilers })
          }}
        />
      </SettingsPart>
      <MessageSenders settings={settings} onSave={save} />
      <SettingsPart title="Presence" text={PRIVACY_TEXTS.presence}>
        <Switch
          label={PRIVACY_TEXTS.presenceSwitch}
          hint={PRIVACY_TEXTS.presenceOff}
          checked={settings.presence}
          onChange={(event) => {
            const presence = event.target.checked
            void save({ presence }, { presence: !presence })
          }}
        />
      </SettingsPart>
    </>
  )
}

interface PartProps {
  settings: OwnProfileRecord['settings']
  onSave: (change: SettingsDraft, undo: SettingsDraft) => Promise<void>
}

function ProfileVisibility({ settings, onSave }: PartProps) {
  return (
    <SettingsPart title="Your profile" text={PRIVACY_TEXTS.profile}>
      <fieldset className="grid gap-3">
        <legend className="visually-hidden">{PRIVACY_TEXTS.whoSees}</legend>
        {(['public', 'friends', 'private'] as const).map((value) => (
          <Radio
            key={value}
            name="visibility"
            label={VISIBILITY_CHOICES[value].label}
            hint={VISIBILITY_CHOICES[value].hint}
            checked={settings.visibility === value}
            onChange={() => void onSave({ visibility: value }, { visibility: settings.visibility })}
          />
        ))}
      </fieldset>
    </SettingsPart>
  )
}

function PartVisibility({ settings, onSave }: PartProps) {
  const setPart = (section: Section, chosen: Visibility | null) =>
    void onSave({ sections: { [section]: chosen } }, { sections: { [section]: settings.sections[section] ?? null } })
  return (
    <SettingsPart title="Parts of it" text={PRIVACY_TEXTS.parts}>
      <div className="grid gap-3">
        {(['library', 'activity', 'friends', 'badges'] as const).map((section) => (
          <div key={section} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-4">
            <span className="text-14 font-semibold">{PARTS[section]}</span>
            <NativeSelect
              label={PRIVACY_TEXTS.whoSeesPart(PARTS[section])}
              className="w-44"
              value={settings.sections[section] ?? ''}
              onChange={(event) => setPart(section, (event.target.value || null) as Visibility | null)}
              options={[
                { value: '', label: 'As my profile' },
                { value: 'friends', label: VISIBILITY_CHOICES.friends.label },
                { value: 'private', label: VISIBILITY_CHOICES.private.label },
              ]}
            />
          </div>
        ))}
      </div>
    </SettingsPart>
  )
}

function MessageSenders({ settings, onSave }: PartProps) {
  return (
    <SettingsPart title="Messages" text={PRIVACY_TEXTS.neverBlocked}>
      <fieldset className="grid gap-3">
        <legend className="visually-hidden">{WHO_MAY_WRITE}</legend>
        {MESSAGE_SENDERS.map((value) => (
          <Radio
            key={value}
            name="messagesFrom"
            label={SENDER_CHOICES[value].label}
            hint={SENDER_CHOICES[value].hint}
            checked={settings.messagesFrom === value}
            onChange={() => void onSave({ messagesFrom: value }, { messagesFrom: settings.messagesFrom })}
          />
        ))}
      </fieldset>
    </SettingsPart>
  )
}
