import createClient from 'openapi-fetch'
import type { paths } from './description.ts'

/** Adds up the hours of a library by status, page by page, as a member's small script would. */
export async function hoursByStatus(baseUrl: string, token: string, limit: number): Promise<Record<string, number>> {
  const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } })
  const hours: Record<string, number> = {}
  for (let cursor: string | undefined; ; ) {
    const { data, error } = await client.GET('/api/v1/library', {
      params: { query: { limit, ...(cursor !== undefined && { cursor }) } },
    })
    if (!data) throw new Error(`${error.code}: ${error.detail}`)
    for (const entry of data.data) hours[entry.status] = (hours[entry.status] ?? 0) + entry.hours
    if (data.next_cursor === null) return hours
    cursor = data.next_cursor
  }
}
