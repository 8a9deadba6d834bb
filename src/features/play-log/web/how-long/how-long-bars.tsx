import { type CSSProperties, Fragment } from 'react'
import { TIMED_LEVELS } from '#features/catalogue/time-to-beat.rules.ts'
import type { PlayTime, TimeToBeat } from '#features/catalogue/time-to-beat.schemas.ts'
import { cx } from '#web/ui/class-names.ts'
import { firstLevel, type GameTimes, type Pace, SOURCE_KEYS, timeText } from '../../how-long.rules.ts'
import { HOW_LONG_BARS_TEXTS as TEXTS } from '../../how-long-bars.texts.ts'

/** The times of this site as bars of the middle half, what the source says, and where "yours" comes from. */
export function HowLongBars(props: { game: GameTimes; own: number | null; pace: Pace | null }) {
  const { game, own, pace } = props
  const { play_times: times, time_to_beat: given } = game
  const longest = Math.max(1, own ?? 0, ...times.map(({ upper }) => upper))
  const ownLevel = firstLevel(game)
  return (
    <div className="how-long-panel num">
      {times.length > 0 && (
        <ul className="how-long-bars" aria-label={TEXTS.runsHere}>
          {times.map((time) => (
            <Bar
              key={`${time.level} ${time.platform}`}
              time={time}
              longest={longest}
              own={time.platform === null && time.level === ownLevel ? own : null}
            />
          ))}
        </ul>
      )}
      {times.length > 0 && <p className="how-long-note">{TEXTS.explained}</p>}
      {given && <Source given={given} />}
      {own !== null && pace && <p className="how-long-note">{TEXTS.pace(pace.ratio, pace.runs)}</p>}
    </div>
  )
}

function Bar({ time, longest, own }: { time: PlayTime; longest: number; own: number | null }) {
  const { level, platform, lower, median, upper, runs } = time
  const share = (minutes: number) => `${(100 * minutes) / longest}%`
  const style = { '--from': share(lower), '--to': share(upper), '--at': share(median) }
  return (
    <li className={cx(platform !== null && 'how-long-sub')}>
      <span className="how-long-name">{platform ?? TEXTS.levels[level]}</span>
      <span className="how-long-track" aria-hidden="true" style={style as CSSProperties}>
        <i />
        <b />
        {own !== null && <em style={{ '--own': share(own) } as CSSProperties} />}
      </span>
      <span className="how-long-figures">
        <b>{TEXTS.range(timeText(lower), timeText(upper))}</b>
        <span className="visually-hidden">, {TEXTS.median(timeText(median))}</span>
        <span className="how-long-runs">{TEXTS.runs(runs)}</span>
      </span>
    </li>
  )
}

function Source({ given }: { given: TimeToBeat }) {
  const known = TIMED_LEVELS.flatMap((level) => {
    const minutes = given[SOURCE_KEYS[level]]
    return minutes === null ? [] : [{ level, minutes }]
  })
  return (
    <dl className="how-long-source">
      <dt>{TEXTS.sources[given.source]}</dt>
      <dd>
        {known.map(({ level, minutes }, at) => (
          <Fragment key={level}>
            {at > 0 && ' · '}
            {TEXTS.levels[level]} <b>{timeText(minutes)}</b>
          </Fragment>
        ))}
        {given.count !== null && <span className="how-long-runs">{TEXTS.people(given.count)}</span>}
      </dd>
    </dl>
  )
}
