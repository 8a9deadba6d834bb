import { describe, expect, test } from 'vitest'
import { nextDigest, quietUntil, readDelivery } from './delivery.rules.ts'

const NIGHT = { from: '22:00', until: '08:00' }
const at = (time: string) => new Date(`2026-03-01T${time}Z`)

describe('quiet hours', () => {
  test('hold what comes until their end, also over midnight', () => {
    expect(quietUntil(NIGHT, null, at('22:00:30'))).toEqual(new Date('2026-03-02T08:00Z'))
    expect(quietUntil(NIGHT, null, at('07:59:59'))).toEqual(at('08:00:00'))
    expect(quietUntil(NIGHT, null, at('08:00:00'))).toBeNull()
    expect(quietUntil(NIGHT, null, at('21:59:59'))).toBeNull()
    expect(quietUntil({ from: '12:00', until: '13:00' }, null, at('12:30:00'))).toEqual(at('13:00:00'))
  })

  test('are in the time zone of the member', () => {
    expect(quietUntil(NIGHT, 'Pacific/Auckland', at('10:00:00'))).toEqual(at('19:00:00'))
    expect(quietUntil(NIGHT, 'Asia/Kathmandu', at('10:00:00'))).toBeNull()
    expect(quietUntil(NIGHT, 'Asia/Kathmandu', at('16:15:00'))).toEqual(new Date('2026-03-02T02:15Z'))
  })

  test('of no length are none', () => {
    expect(quietUntil({ from: '08:00', until: '08:00' }, null, at('08:00:00'))).toBeNull()
    expect(quietUntil(null, null, at('08:00:00'))).toBeNull()
  })
})

describe('how notifications are delivered', () => {
  test('every type is pushed until its switch is off, and messages keep their text to themselves', () => {
    const all = { like: true, message: true }
    const fresh = { push: all, quiet: null, shows_messages: false, mail: all, digest: 'off', mails_soon: false }
    expect(readDelivery({}, ['like', 'message'])).toEqual(fresh)
    expect(readDelivery(null, ['like', 'message'])).toEqual(fresh)
    const chosen = { push: { like: false }, shows_messages: true, digest: 'weekly' }
    expect(readDelivery({ delivery: chosen }, ['like'])).toEqual({
      push: { like: false },
      quiet: null,
      shows_messages: true,
      mail: { like: true },
      digest: 'weekly',
      mails_soon: false,
    })
  })

  test('a damaged setting counts as none', () => {
    const damaged = {
      delivery: {
        push: 7,
        quiet: { from: '25:00', until: 'x' },
        shows_messages: 'yes',
        mail: null,
        digest: 'hourly',
        mails_soon: 1,
      },
    }
    expect(readDelivery(damaged, ['like'])).toEqual(readDelivery({}, ['like']))
  })
})

describe('the next digest', () => {
  test('is at eight in the time zone of the member, and never now', () => {
    expect(nextDigest('daily', null, at('07:59:59'))).toEqual(at('08:00:00'))
    expect(nextDigest('daily', null, at('08:00:00'))).toEqual(new Date('2026-03-02T08:00:00Z'))
    expect(nextDigest('daily', 'Asia/Kathmandu', at('01:00:00'))).toEqual(at('02:15:00'))
    expect(nextDigest('off', null, at('08:00:00'))).toBeNull()
  })

  test('is at eight also on the days on which the clocks change', () => {
    expect(nextDigest('daily', 'Europe/Berlin', new Date('2026-03-28T08:00Z'))).toEqual(new Date('2026-03-29T06:00Z'))
    expect(nextDigest('daily', 'Europe/Berlin', new Date('2026-10-24T08:00Z'))).toEqual(new Date('2026-10-25T07:00Z'))
  })

  test('of a week is on Monday', () => {
    expect(nextDigest('weekly', null, at('12:00:00'))).toEqual(new Date('2026-03-02T08:00:00Z'))
    expect(nextDigest('weekly', null, new Date('2026-03-02T08:00Z'))).toEqual(new Date('2026-03-09T08:00:00Z'))
  })
})
