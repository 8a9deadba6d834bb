import type { Entry } from '#features/library/library.contract.ts'
import { hoursText, starsOf } from '#features/library/library.rules.ts'
import { durationText } from '#shared/dates.ts'
import { Ago } from '#web/ui/ago.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { HeartMark, Stars } from '#web/ui/rating.tsx'
import { StatusMark } from '#web/ui/status.tsx'
import { WAITING_TEXTS } from '../outbox.texts.ts'
import type { Kept } from './use-copies.ts'
import { decideRefused, type Refused as RefusedWrite, type Waiting } from './worker/kept.ts'
import { announceKept } from './worker/kept-channel.ts'
import { textOf } from './worker/kept-texts.ts'
import { entryAfter, isEntryWrite, isOfEntry } from './worker/writes.ts'

/** Lists the writes that wait, oldest first. A write that the server refused shows the reason and both values. */
export function KeptWaiting({ kept }: { kept: Kept }) {
  if (kept.waiting.length === 0) return <p className="text-text-2">{WAITING_TEXTS.empty}</p>
  return (
    <ul className="grid gap-4">
      {kept.waiting.map((one) => (
        <li key={one.number} className="panel p-4">
          <p className="flex items-center gap-2">
            <Icon name={one.refused ? 'alert' : 'clock'} />
            <strong>{nameOf(one)}</strong>
          </p>
          <p className="text-14 text-text-2">
            {one.name && `${WAITING_TEXTS.kinds[one.kind]} · `}
            <Ago at={one.at} />
          </p>
          {one.kind === 'session' && <p className="num mt-2 text-14">{durationText(Number(one.body.minutes))}</p>}
          <Text text={textOf(one)} />
          {one.refused && <Refused waiting={one} refused={one.refused} />}
        </li>
      ))}
    </ul>
  )
}

/** The game, or what it is where it is about none. */
const nameOf = ({ name, kind, ...one }: Waiting) =>
  name ?? (isOfEntry(kind) && one.gameId ? WAITING_TEXTS.unknownGame : WAITING_TEXTS.kinds[kind])

/** All of what the member has written: it is nowhere else yet. */
function Text({ text }: { text: string | null }) {
  if (text === null) return null
  return (
    <p className="mt-2 max-w-[64ch] whitespace-pre-line text-15 leading-[1.5] [overflow-wrap:anywhere]" dir="auto">
      {text}
    </p>
  )
}

function Refused({ waiting, refused }: { waiting: Waiting; refused: RefusedWrite }) {
  const decide = async (decision: 'send' | 'discard') => {
    await decideRefused(waiting.number as number, decision)
    navigator.serviceWorker?.controller?.postMessage('look')
    announceKept()
  }
  return (
    <>
      <p className="mt-2">{refused.error}</p>
      {refused.text && (
        <>
          <p className="mt-3 text-14 text-text-2">{WAITING_TEXTS.there}</p>
          <Text text={refused.text.theirs} />
        </>
      )}
      {isEntryWrite(waiting) && (
        <dl className="mt-2 grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1 text-14">
          <dt className="text-text-2">{WAITING_TEXTS.here}</dt>
          <dd>
            <Values entry={entryAfter(waiting.before ?? null, waiting)} />
          </dd>
          <dt className="text-text-2">{WAITING_TEXTS.there}</dt>
          <dd>{refused.theirs ? <Values entry={refused.theirs} /> : WAITING_TEXTS.nothingThere}</dd>
        </dl>
      )}
      <p className="mt-3 flex gap-3">
        <Button onClick={() => void decide('discard')}>{WAITING_TEXTS.discard}</Button>
        <Button kind="solid" onClick={() => void decide('send')}>
          {WAITING_TEXTS.send}
        </Button>
      </p>
    </>
  )
}

function Values({ entry }: { entry: Entry }) {
  const stars = starsOf(entry.user_rating)
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      <StatusMark status={entry.status} />
      {stars && <Stars value={stars} />}
      {entry.is_liked && <HeartMark />}
      <span className="num">{hoursText(entry.play_time)}</span>
    </span>
  )
}
