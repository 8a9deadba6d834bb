import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { Head } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'
import { listNotes } from '../notes.endpoints.ts'

const notesQuery = () =>
  queryOptions({
    queryKey: ['notes'],
    queryFn: ({ client, signal }) => call(listNotes, {}, { client, signal }),
  })

export const load = ({ client }: LoadContext) => client.prefetchQuery(notesQuery())

export function Page() {
  const { data } = useQuery(notesQuery())
  return (
    <div className="page">
      <Head title="Notes" description="Your notes." path="/notes" isIndexed={false} />
      <h1>Notes</h1>
      <ul>
        {data?.data.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
    </div>
  )
}
