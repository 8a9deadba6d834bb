import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { fullDate } from '#shared/dates.ts'
import { AUTH_FORM_TEXTS } from '../account-screens.texts.ts'

/** Shows, right after the deletion, until when signing in restores the account. */
export function DeletedAccountNotice() {
  const [search] = useSearchParams()
  const given = search.get('deleted')
  // Set only in the browser, because the page is cached for everybody.
  const [day, setDay] = useState<string | null>(null)
  useEffect(() => setDay(given), [given])
  const until = new Date(day !== null && /^\d{4}-\d\d-\d\d$/.test(day) ? `${day}T00:00:00Z` : Number.NaN)
  if (Number.isNaN(until.getTime())) return null
  return (
    <p role="status" className="panel text-14">
      <span>
        {AUTH_FORM_TEXTS.accountDeleted} <b>{fullDate(until)}</b> you can sign in here, and everything is as it was.
      </span>
    </p>
  )
}
