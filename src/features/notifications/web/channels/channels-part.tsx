import { useMutation, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { SettingsPart, toastFailure } from '#features/accounts/web/settings.widgets.tsx'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toasts.ts'
import { CHANNEL_NAMES, CHANNELS_TEXTS } from '../../channel-settings.texts.ts'
import type { NotificationChannel } from '../../channels.contract.ts'
import { MAX_CHANNELS } from '../../channels.rules.ts'
import { channelsQuery, removeChannelMutation, testChannelMutation } from './channels.api.ts'

const ChannelDialog = lazyLoaded(() => import('./channel-dialog.tsx'), 'ChannelDialog')

/** The services beside browsers to which notifications are sent: adds, tests and removes them. */
export function ChannelsPart() {
  const { data: channels } = useQuery(channelsQuery())
  const [isAdding, setAdding] = useState(false)
  if (!channels) return null
  return (
    <SettingsPart title={CHANNELS_TEXTS.title} text={CHANNELS_TEXTS.text} anchor="services">
      {channels.length > 0 ? (
        <ul className="panel gap-0 p-0" aria-label={CHANNELS_TEXTS.title}>
          {channels.map((channel) => (
            <ChannelRow key={channel.id} channel={channel} />
          ))}
        </ul>
      ) : (
        <p className="text-14 text-text-2">{CHANNELS_TEXTS.none}</p>
      )}
      {channels.length < MAX_CHANNELS && (
        <Button icon="plus" className="justify-self-start" onClick={() => setAdding(true)}>
          {CHANNELS_TEXTS.add}
        </Button>
      )}
      <Suspense>{isAdding && <ChannelDialog onClose={() => setAdding(false)} />}</Suspense>
    </SettingsPart>
  )
}

function ChannelRow({ channel }: { channel: NotificationChannel }) {
  const { mutateAsync: test, isPending: isTesting } = useMutation(testChannelMutation())
  const { mutateAsync: remove, isPending: isRemoving } = useMutation(removeChannelMutation())
  const name = `${CHANNEL_NAMES[channel.channel]}, ${channel.host}`
  const { problem, is_paused } = channel

  async function sendTest(): Promise<void> {
    try {
      const tested = await test(channel)
      toast(
        tested.problem === null
          ? { title: CHANNELS_TEXTS.arrived(name) }
          : { title: tested.problem, tone: 'danger' as const },
      )
    } catch (error) {
      toastFailure(error)
    }
  }
  async function take(): Promise<void> {
    try {
      await remove(channel)
      toast({ title: CHANNELS_TEXTS.removed(name) })
    } catch (error) {
      toastFailure(error)
    }
  }

  return (
    <li className="grid gap-2 border-t border-line px-4 py-3.5 first:border-t-0">
      <div>
        <p className="text-15 font-semibold wrap-anywhere">
          {CHANNEL_NAMES[channel.channel]} <span className="font-normal text-text-2">{channel.host}</span>
        </p>
        {problem && (
          <p className="text-13 text-text-2" role="status">
            {is_paused ? CHANNELS_TEXTS.paused(problem) : CHANNELS_TEXTS.failing(problem)}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button disabled={isTesting} onClick={() => void sendTest()} aria-label={`${CHANNELS_TEXTS.test}: ${name}`}>
          {CHANNELS_TEXTS.test}
        </Button>
        <Button
          kind="quiet"
          icon="trash"
          disabled={isRemoving}
          onClick={() => void take()}
          aria-label={`${CHANNELS_TEXTS.remove}: ${name}`}
        >
          {CHANNELS_TEXTS.remove}
        </Button>
      </div>
    </li>
  )
}
