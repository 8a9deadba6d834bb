import { redirect } from 'react-router'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import { yearHref } from '#features/years/web/year-address.ts'
import type { LoadContext } from '#web/page.ts'

/** Leads to the current year of the viewer, whose address has the member and the year. */
export async function load({ client }: LoadContext) {
  const { user } = await client.ensureQueryData(sessionQuery())
  if (user) throw redirect(yearHref(user.id, new Date().getUTCFullYear()))
}

export function Page() {
  return null
}
