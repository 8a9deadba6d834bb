import { useMutation, useQuery } from '@tanstack/react-query'
import { SettingsPart, toastFailure } from '#features/accounts/web/settings.widgets.tsx'
import type { NotificationKind, NotificationType } from '#shared/notification.ts'
import { contributionsTo } from '#web/slots.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { SETTINGS_MISSING } from '#web/ui/error-texts.ts'
import { Switch } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toasts.ts'
import { switchesQuery, switchMutation } from './notifications.api.ts'
import { notificationKinds } from './notifications.slots.ts'

/** The groups of switches with the types in each, in the order of the screen. */
const groupsOf = (kinds: readonly NotificationKind[]) =>
  [...Map.groupBy(kinds, ({ switch: { group } }) => group)]
    .map(([group, grouped]) => ({ ...group, kinds: grouped.toSorted((a, b) => a.switch.order - b.switch.order) }))
    .toSorted((a, b) => a.order - b.order)

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
  return groupsOf(contributionsTo(notificationKinds)).map(({ title, text, kinds }) => (
    <SettingsPart key={title} title={title} text={text}>
      {kinds.map(({ type, switch: { label, hint } }) => (
        <Switch
          key={type}
          label={label}
          hint={hint}
          checked={switches[type] ?? true}
          onChange={(event) => void save(type, event.target.checked)}
        />
      ))}
    </SettingsPart>
  ))
}
