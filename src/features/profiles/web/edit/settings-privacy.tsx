import { useQuery, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { SettingsPart, tellFailure } from '#features/accounts/web/settings.widgets.tsx'
import { ErrorFace } from '#web/ui/face.tsx'
import { Radio, Switch } from '#web/ui/field.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { toast } from '#web/ui/toasts.ts'
import type { editProfile, OwnProfileRecord } from '../../profile-edit.contract.ts'
import type { Section, Visibility } from '../../profile-edit.rules.ts'
import { ownProfileQuery, saveProfile } from './profile-edit.api.ts'

type Settings = OwnProfileRecord['settings']
type SettingsDraft = NonNullable<z.input<typeof editProfile.body>['settings']>

const WHO: Record<Visibility, { label: string; hint: string }> = {
  public: { label: 'Everyone', hint: 'Also people who are not signed in' },
  friends: { label: 'Friends', hint: 'Only those whose friendship you have accepted' },
  private: { label: 'Only me', hint: 'Others see your name, your picture and nothing else' },
}
const PARTS: Record<Section, string> = {
  library: 'Games and figures',
  activity: 'Activity',
  friends: 'Friends and follows',
}

/** Settings, Privacy (G22, G49). Everything is saved as it is chosen. */
export function SettingsPrivacy() {
  const client = useQueryClient()
  const { data: profile, isError, refetch } = useQuery(ownProfileQuery())
  if (isError) return <ErrorFace text="Your settings did not arrive." onRetry={() => void refetch()} level={2} />
  if (!profile) return null
  const { settings } = profile

  async function save(change: SettingsDraft, shown: Partial<Settings>, undo?: SettingsDraft): Promise<void> {
    const { queryKey } = ownProfileQuery()
    // It is broken off at once; only its promise comes later.
    void client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, (known) => known && { ...known, settings: { ...known.settings, ...shown } })
    try {
      await saveProfile(client, { settings: change })
      toast({ title: 'Privacy saved', ...(undo && { undo: () => void save(undo, {}) }) })
    } catch (error) {
      tellFailure(error)
      await client.invalidateQueries({ queryKey })
    }
  }
  const setPart = (section: Section, chosen: Visibility | null) => {
    const { [section]: before, ...rest } = settings.sections
    const sections = chosen === null ? rest : { ...rest, [section]: chosen }
    void save({ sections: { [section]: chosen } }, { sections }, { sections: { [section]: before ?? null } })
  }

  return (
    <>
      <SettingsPart
        title="Your profile"
        text="Who sees your games, your activity and your friends. Your name and picture are always shown."
      >
        <fieldset className="grid gap-3">
          <legend className="vh">Who can see your profile</legend>
          {(['public', 'friends', 'private'] as const).map((value) => (
            <Radio
              key={value}
              name="visibility"
              label={WHO[value].label}
              hint={WHO[value].hint}
              checked={settings.visibility === value}
              onChange={() =>
                void save({ visibility: value }, { visibility: value }, { visibility: settings.visibility })
              }
            />
          ))}
        </fieldset>
      </SettingsPart>
      <SettingsPart title="Parts of it" text="A part can be kept to fewer people than the rest, never shown to more.">
        <div className="grid gap-3">
          {(['library', 'activity', 'friends'] as const).map((section) => (
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
          hint="Off, nothing new appears in feeds or on your profile. What you have shared stays until you delete it"
          checked={settings.shareActivity}
          onChange={(event) => {
            const shareActivity = event.target.checked
            void save({ shareActivity }, { shareActivity }, { shareActivity: !shareActivity })
          }}
        />
      </SettingsPart>
      <SettingsPart title="Presence" text="The ring around your picture, and the game you are in.">
        <Switch
          label="Show when I am online"
          hint="Off, nobody sees whether you are here or what you are playing right now"
          checked={settings.presence}
          onChange={(event) => {
            const presence = event.target.checked
            void save({ presence }, { presence }, { presence: !presence })
          }}
        />
      </SettingsPart>
    </>
  )
}
