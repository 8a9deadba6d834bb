import { useMutation, useQuery } from '@tanstack/react-query'
import { SettingsPart, toastFailure } from '#features/accounts/web/settings.widgets.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { SETTINGS_MISSING } from '#web/ui/error-texts.ts'
import { Radio, Switch } from '#web/ui/field.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { toast } from '#web/ui/toasts.ts'
import { MESSAGE_SENDERS, type MessageSenders, type Section, type Visibility } from '../../profile-edit.rules.ts'
import { ownProfileQuery, type SettingsDraft, settingsMutation } from './profile-edit.api.ts'

const CAN_ANSWER = 'People you write to can answer.'
const WHO_MAY_WRITE = 'Who may write to you'

const WHO: Record<Visibility, { label: string; hint: string }> = {
  public: { label: 'Everyone', hint: 'Also people who are not signed in.' },
  friends: { label: 'Friends', hint: 'Only those whose friendship you have accepted.' },
  private: { label: 'Only me', hint: 'Others see your name, your picture and nothing else.' },
}
const SENDERS: Record<MessageSenders, { label: string; hint: string }> = {
  everyone: { label: 'Everyone', hint: 'All members of this site.' },
  friends: { label: 'Friends', hint: `Others see that only friends can write to you. ${CAN_ANSWER}` },
  nobody: { label: 'Nobody', hint: `Earlier messages stay. ${CAN_ANSWER}` },
}
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
  const setPart = (section: Section, chosen: Visibility | null) =>
    void save({ sections: { [section]: chosen } }, { sections: { [section]: settings.sections[section] ?? null } })

  return (
    <>
      <SettingsPart
        title="Your profile"
        text="Who sees your games, your activity and your friends. Your name and picture are always shown."
      >
        <fieldset className="grid gap-3">
          <legend className="visually-hidden">Who can see your profile</legend>
          {(['public', 'friends', 'private'] as const).map((value) => (
            <Radio
              key={value}
              name="visibility"
              label={WHO[value].label}
              hint={WHO[value].hint}
              checked={settings.visibility === value}
              onChange={() => void save({ visibility: value }, { visibility: settings.visibility })}
            />
          ))}
        </fieldset>
      </SettingsPart>
      <SettingsPart title="Parts of it" text="A part can be shown to fewer people than the rest, never to more.">
        <div className="grid gap-3">
          {(['library', 'activity', 'friends', 'badges'] as const).map((section) => (
            <div key={section} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-4">
              <span className="text-14 font-semibold">{PARTS[section]}</span>
              <NativeSelect
                label={`Who can see: ${PARTS[section]}`}
                className="w-44"
                value={settings.sections[section] ?? ''}
                onChange={(event) => setPart(section, (event.target.value || null) as Visibility | null)}
                options={[
                  { value: '', label: 'As my profile' },
                  { value: 'friends', label: WHO.friends.label },
                  { value: 'private', label: WHO.private.label },
                ]}
              />
            </div>
          ))}
        </div>
      </SettingsPart>
      <SettingsPart title="Sharing" text="What your friends and followers read in their feeds.">
        <Switch
          label="Share my activity"
          hint="Off, nothing new appears in feeds or on your profile. What you have shared stays until you delete it."
          checked={settings.shareActivity}
          onChange={(event) => {
            const shareActivity = event.target.checked
            void save({ shareActivity }, { shareActivity: !shareActivity })
          }}
        />
      </SettingsPart>
      <SettingsPart
        title="Spoilers"
        text="Texts that their authors mark are folded until you have played as far as they reveal."
      >
        <Switch
          label="Fold everything written further than I am"
          hint="Reviews and comments by players who were ahead of you, marked or not. One press shows them."
          checked={settings.spoilers === 'further'}
          onChange={(event) => {
            const spoilers = event.target.checked ? 'further' : 'marked'
            void save({ spoilers }, { spoilers: settings.spoilers })
          }}
        />
      </SettingsPart>
      <SettingsPart title="Messages" text={`${WHO_MAY_WRITE}. Members whom you have blocked never can.`}>
        <fieldset className="grid gap-3">
          <legend className="visually-hidden">{WHO_MAY_WRITE}</legend>
          {MESSAGE_SENDERS.map((value) => (
            <Radio
              key={value}
              name="messagesFrom"
              label={SENDERS[value].label}
              hint={SENDERS[value].hint}
              checked={settings.messagesFrom === value}
              onChange={() => void save({ messagesFrom: value }, { messagesFrom: settings.messagesFrom })}
            />
          ))}
        </fieldset>
      </SettingsPart>
      <SettingsPart title="Presence" text="The ring around your picture, and the game you are playing.">
        <Switch
          label="Show when I am online"
          hint="Off, nobody sees whether you are online or what you are playing right now."
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
