import { useMutation, useQuery } from '@tanstack/react-query'
import { SettingsPart, toastFailure } from '#features/accounts/web/settings.widgets.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { SETTINGS_MISSING } from '#web/ui/error-texts.ts'
import { Switch } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toasts.ts'
import { type NotificationType, RELEASE_OUT } from '../notifications.rules.ts'
import { switchesQuery, switchMutation } from './notifications.api.ts'

interface SwitchTexts {
  part: 'people' | 'shared' | 'games' | 'forum' | 'moderation'
  label: string
  hint: string
}
/** One switch for each type, so that a new type does not compile without its own; in the order of the screen. */
const SWITCHES: Record<NotificationType, SwitchTexts> = {
  friend_request: { part: 'people', label: 'Friend requests', hint: 'Somebody wants to be friends with you' },
  friend_accepted: { part: 'people', label: 'Accepted requests', hint: 'Somebody accepts your friend request' },
  new_follower: { part: 'people', label: 'New followers', hint: 'Somebody follows you' },
  message: { part: 'people', label: 'Messages', hint: 'Somebody writes to you, until you have read it' },
  reaction: { part: 'shared', label: 'Reactions', hint: 'Somebody reacts to what you shared' },
  like: { part: 'shared', label: 'Likes', hint: 'Somebody likes what you wrote' },
  comment: { part: 'shared', label: 'Comments', hint: 'Somebody comments on what you shared' },
  mention: { part: 'forum', label: 'Mentions', hint: 'Somebody writes your name after an @ in the forum' },
  forum_reply: { part: 'forum', label: 'Replies in threads', hint: 'Somebody replies in a thread that you follow' },
  badge: { part: 'shared', label: 'Badges', hint: 'You earn a badge' },
  release: { part: 'games', label: 'Releases', hint: RELEASE_OUT },
  moderation: {
    part: 'moderation',
    label: 'Words from moderators',
    hint: 'Something of yours was hidden, or you are asked to mind the rules',
  },
}
const TYPES = Object.keys(SWITCHES) as NotificationType[]

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
  const rows = (part: SwitchTexts['part']) =>
    TYPES.filter((type) => SWITCHES[type].part === part).map((type) => (
      <Switch
        key={type}
        label={SWITCHES[type].label}
        hint={SWITCHES[type].hint}
        checked={switches[type]}
        onChange={(event) => void save(type, event.target.checked)}
      />
    ))

  return (
    <>
      <SettingsPart title="People" text="They appear here, under the bell. None of them is sent by mail.">
        {rows('people')}
      </SettingsPart>
      <SettingsPart
        title="Your activity"
        text="How friends and followers respond to what you play and log, and what you earn."
      >
        {rows('shared')}
      </SettingsPart>
      <SettingsPart title="Games" text="What happens to the games in your library.">
        {rows('games')}
      </SettingsPart>
      <SettingsPart title="Forum" text="Threads that you have started, replied in or subscribed to.">
        {rows('forum')}
      </SettingsPart>
      <SettingsPart title="Moderation" text="When something of yours was reported, and what an admin decided.">
        {rows('moderation')}
      </SettingsPart>
    </>
  )
}
