import { useMutation, useQuery } from '@tanstack/react-query'
import { SettingsPart, toastFailure } from '#features/accounts/web/settings.widgets.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { SETTINGS_MISSING } from '#web/ui/error-texts.ts'
import { Switch } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toasts.ts'
import type { NotificationType } from '../notifications.rules.ts'
import { switchesQuery, switchMutation } from './notifications.api.ts'

interface Told {
  type: NotificationType
  label: string
  hint: string
}
const PEOPLE: readonly Told[] = [
  { type: 'friend_request', label: 'Friend requests', hint: 'Somebody wants to be friends with you' },
  { type: 'friend_accepted', label: 'Accepted requests', hint: 'Somebody accepts your friend request' },
  { type: 'new_follower', label: 'New followers', hint: 'Somebody follows you' },
  { type: 'message', label: 'Messages', hint: 'Somebody writes to you, until you have read it' },
]
const SHARED: readonly Told[] = [
  { type: 'reaction', label: 'Reactions', hint: 'Somebody reacts to what you shared' },
  { type: 'like', label: 'Likes', hint: 'Somebody likes what you wrote' },
  { type: 'comment', label: 'Comments', hint: 'Somebody comments on what you shared' },
]
const HOUSE: readonly Told[] = [
  {
    type: 'moderation',
    label: 'Words from moderators',
    hint: 'Something of yours was hidden, or you are asked to mind the rules',
  },
]

/** Shows Settings, Notifications (G08, G48). Each switch is saved at once. */
export function SettingsNotifications() {
  const { mutateAsync } = useMutation(switchMutation())
  const { data: switches, isError, refetch } = useQuery(switchesQuery())
  if (isError) return <ErrorState text={SETTINGS_MISSING} onRetry={() => void refetch()} level={2} />
  if (!switches) return null

  async function save(type: NotificationType, isOn: boolean, isUndo = false): Promise<void> {
    try {
      await mutateAsync({ [type]: isOn })
      toast({ title: 'Notifications saved', ...(!isUndo && { undo: () => void save(type, !isOn, true) }) })
    } catch (error) {
      toastFailure(error)
    }
  }
  const rows = (types: readonly Told[]) =>
    types.map(({ type, label, hint }) => (
      <Switch
        key={type}
        label={label}
        hint={hint}
        checked={switches[type]}
        onChange={(event) => void save(type, event.target.checked)}
      />
    ))

  return (
    <>
      <SettingsPart title="People" text="They appear here, under the bell. None of them is sent by mail.">
        {rows(PEOPLE)}
      </SettingsPart>
      <SettingsPart title="Your activity" text="How friends and followers respond to what you play and log.">
        {rows(SHARED)}
      </SettingsPart>
      <SettingsPart title="Moderation" text="When something of yours was reported, and what an admin decided.">
        {rows(HOUSE)}
      </SettingsPart>
    </>
  )
}
