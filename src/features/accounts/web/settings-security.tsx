import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '#shared/counted.ts'
import { shortDate } from '#shared/dates.ts'
import { feedTime, inSentence } from '#shared/relative-time.ts'
import { call } from '#web/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useEnv } from '#web/use-env.ts'
import type { OwnSession } from '../security.contract.ts'
import { endOtherSessions, endSession } from '../security.endpoints.ts'
import { SESSION_SETTINGS } from '../settings.texts.ts'
import { sessionsQuery, settingsKeys } from './settings.api.ts'
import { SettingsPart, toastFailure } from './settings-part.tsx'
import { PasskeysPart } from './settings-passkeys.tsx'
import { SecondFactorPart } from './settings-second-factor.tsx'

/** Second factor, passkeys and sessions of the member. */
export function SettingsSecurity() {
  return (
    <>
      <SecondFactorPart />
      <PasskeysPart />
      <SessionsPart />
    </>
  )
}

/** Lists the member's sessions, and ends them. */
function SessionsPart() {
  const { data, isError, refetch } = useQuery(sessionsQuery())
  const client = useQueryClient()
  const { renderedAt } = useEnv()
  const [busyId, setBusyId] = useState<string | null>(null)

  async function end(id: string, work: () => Promise<string>): Promise<void> {
    setBusyId(id)
    try {
      toast({ title: await work() })
    } catch (error) {
      toastFailure(error)
    } finally {
      await client.invalidateQueries({ queryKey: settingsKeys.sessions })
      setBusyId(null)
    }
  }

  if (isError) return <ErrorState text={SESSION_SETTINGS.notLoaded} onRetry={() => void refetch()} level={2} />
  if (!data) return null
  const others = data.sessions.filter((session) => !session.is_this_one)
  return (
    <SettingsPart title="Sessions" text={SESSION_SETTINGS.about}>
      <ul className="panel gap-0 p-0">
        {data.sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            now={new Date(renderedAt)}
            isBusy={busyId === session.id}
            onEnd={() =>
              end(session.id, async () => {
                await call(endSession, { params: { sessionId: session.id } })
                return `${session.device} signed out`
              })
            }
          />
        ))}
      </ul>
      {others.length > 0 && <EndOthers isBusy={busyId === 'all'} onEnd={(work) => void end('all', work)} />}
      <p className="text-13 text-text-2">
        {SESSION_SETTINGS.scripts} <a href="/settings/tokens">API tokens</a>, or set a new password, which ends them
        all.
      </p>
    </SettingsPart>
  )
}

function SessionRow(props: { session: OwnSession; now: Date; isBusy: boolean; onEnd: () => Promise<void> }) {
  const { device, created_at, last_seen_at, is_this_one } = props.session
  const seen = new Date(last_seen_at)
  return (
    <li className="flex items-center gap-3 border-t border-line px-4 py-3.5 first:border-t-0">
      <span className="text-text-2">
        <Icon name="device" size={20} />
      </span>
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="flex flex-wrap items-center gap-2 text-15 font-semibold">
          {device}
          {is_this_one && <Chip edge>This session</Chip>}
        </p>
        <p className="text-13 text-text-2">
          {is_this_one ? 'Active now' : `Last seen ${inSentence(feedTime(seen, props.now))}`}
          {' · since '}
          <time dateTime={created_at}>{shortDate(new Date(created_at))}</time>
        </p>
      </div>
      {!is_this_one && (
        <Button
          busy={props.isBusy}
          busyLabel="Signing out…"
          aria-label={`Sign out ${device}`}
          onClick={() => void props.onEnd()}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}

function EndOthers({ isBusy, onEnd }: { isBusy: boolean; onEnd: (work: () => Promise<string>) => void }) {
  return (
    <Button
      kind="danger"
      className="justify-self-start"
      busy={isBusy}
      busyLabel="Signing out…"
      onClick={() =>
        onEnd(async () => {
          const { ended } = await call(endOtherSessions, {})
          return `${counted(ended, 'session')} signed out`
        })
      }
    >
      Sign out everywhere else
    </Button>
  )
}
