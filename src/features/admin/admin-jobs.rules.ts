const two = (number: string) => number.padStart(2, '0')

const WEEKDAYS = ['Sundays', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays']

/**
 * Returns a schedule in words: 'every 10 minutes', 'hourly at minute 17', 'daily at 04:41 UTC', 'on Mondays at 01:41 UTC';
 * others as they are.
 */
export function scheduleText(schedule: string): string {
  const [minute = '', hour = '', ...days] = schedule.split(' ')
  const isNumber = (field: string) => /^\d+$/.test(field)
  const isEachDay = days.join(' ') === '* * *'
  const weekday = /^\* \* ([0-7])$/.exec(days.join(' '))?.[1]
  const step = /^\*\/(\d+)$/.exec(minute)?.[1]
  if (isEachDay && hour === '*' && minute === '*') return 'every minute'
  if (isEachDay && hour === '*' && step) return `every ${step} minutes`
  if (isEachDay && hour === '*' && isNumber(minute)) return `hourly at minute ${minute}`
  if (isEachDay && isNumber(hour) && isNumber(minute)) return `daily at ${two(hour)}:${two(minute)} UTC`
  if (weekday && isNumber(hour) && isNumber(minute))
    return `on ${WEEKDAYS[Number(weekday)]} at ${two(hour)}:${two(minute)} UTC`
  return `${schedule} (UTC)`
}

/** Returns how long a run took: 'under 0.1 s', '2.4 s', '3 min'. */
export function tookText(milliseconds: number): string {
  if (milliseconds < 100) return 'under 0.1 s'
  if (milliseconds < 60_000) return `${Number((milliseconds / 1000).toFixed(1))} s`
  return `${Math.round(milliseconds / 60_000)} min`
}

/** Returns the time of the next run: '05:17 UTC', with its day if that is not today. */
export function nextRunText(at: Date, now: Date): string {
  const [day, time] = [at.toISOString().slice(0, 10), at.toISOString().slice(11, 16)]
  return day === now.toISOString().slice(0, 10) ? `${time} UTC` : `${day} ${time} UTC`
}
