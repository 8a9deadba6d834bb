import { useMutation, useQuery } from '@tanstack/react-query'
import { SettingsPart, toastFailure } from '#features/accounts/web/settings.widgets.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { SETTINGS_MISSING } from '#web/ui/error-texts.ts'
import { Switch } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toasts.ts'
import type { NotificationType } from '../notifications.rules.ts'
import { RELEASE_OUT } from '../notifications.texts.ts'
import { NOTIFICATION_SETTINGS, SWITCH_HINTS } from '../settings.texts.ts'
import { switchesQuery, switchMutation } from './notifications.api.ts'

interface SwitchTexts {
  part: 'people' | 'shared' | 'games' | 'forum' | 'moderation'
  label: string
  hint: string
}
/** One switch for each type, so that a new type does not compile without its own; in the order of the screen. */
const SWITCHES: Record<NotificationType, SwitchTexts> = {
  friend_request: { part: 'people', label: 'Friend requests', hint: SWITCH_HINTS.friend_request },
  friend_accepted: { part: 'people', label: 'Accepted requests', hint: SWITCH_HINTS.friend_accepted },
  new_follower: { part: 'people', label: 'New followers', hint: 'Somebody follows you' },
  message: { part: 'people', label: 'Messages', hint: SWITCH_HINTS.message },
  reaction: { part: 'shared', label: 'Reactions', hint: SWITCH_HINTS.reaction },
  like: { part: 'shared', label: 'Likes', hint: SWITCH_HINTS.like },
  comment: { part: 'shared', label: 'Comments', hint: SWITCH_HINTS.comment },
  mention: { part: 'forum', label: 'Mentions', hint: SWITCH_HINTS.mention },
  forum_reply: { part: 'forum', label: 'Replies in threads', hint: SWITCH_HINTS.forum_reply },
  badge: { part: 'shared', label: 'Badges', hint: 'You earn a badge' },
  release: { part: 'games', label: 'Releases', hint: RELEASE_OUT },
  moderation: {
    part: 'moderation',
    label: 'Words from moderators',
    hint: SWITCH_HINTS.moderation,
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
      <SettingsPart title="People" text={NOTIFICATION_SETTINGS.about}>
        {rows('people')}
      </SettingsPart>
      <SettingsPart title="Your activity" text={NOTIFICATION_SETTINGS.shared}>
        {rows('shared')}
      </SettingsPart>
      <SettingsPart title="Games" text={NOTIFICATION_SETTINGS.games}>
        {rows('games')}
      </SettingsPart>
      <SettingsPart title="Forum" text={NOTIFICATION_SETTINGS.forum}>
        {rows('forum')}
      </SettingsPart>
      <SettingsPart title="Moderation" text={NOTIFICATION_SETTINGS.moderation}>
        {rows('moderation')}
      </SettingsPart>
    </>
  )
}
