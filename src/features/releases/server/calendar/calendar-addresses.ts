import { createHash } from 'node:crypto'
import { CALENDAR } from '#server/calendar-document.ts'
import type { Addresses } from '#server/feature.ts'
import { CALENDAR_PATH } from '../../releases.rules.ts'
import { type CalendarDeps, renderCalendar } from './calendar.service.ts'

/** 256 bits in base64url. */
const TOKEN = /^[\w-]{43}$/
const PLATFORM = /^[1-9]\d{0,8}$/

/**
 * Serves the release calendars of members. The token in the address is the access, so nobody else stores the document,
 * and no search engine lists it.
 */
export function calendarAddresses(deps: CalendarDeps): Addresses {
  return (app, contextOf) => {
    app.get(CALENDAR_PATH, async (c) => {
      const { token = '', platform = '' } = c.req.query()
      const wanted = PLATFORM.test(platform) ? Number(platform) : null
      const origin = deps.config.baseUrl ?? (await contextOf(c)).origin
      const text = TOKEN.test(token) ? await renderCalendar(deps, { token, platform: wanted, origin }) : null
      if (text === null) return c.text('Not found', 404, { 'cache-control': 'no-store' })
      const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
      const headers = {
        etag,
        'cache-control': 'private, no-cache',
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
      }
      const given = c.req.header('if-none-match')?.split(',') ?? []
      const isKnown = given.some((each) => each.trim().replace(/^W\//, '') === etag)
      if (isKnown) return c.body(null, 304, headers)
      return c.body(text, 200, {
        ...headers,
        'content-type': CALENDAR,
        'content-disposition': 'inline; filename="releases.ics"',
      })
    })
  }
}
