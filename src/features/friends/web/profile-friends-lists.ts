export const PEOPLE_LISTS = [
  { list: 'friends', label: 'Friends' },
  { list: 'following', label: 'Following' },
  { list: 'followers', label: 'Followers' },
] as const
export type PeopleList = (typeof PEOPLE_LISTS)[number]['list']

/** Returns the list that the address names; friends for an unknown one. */
export function peopleListOf(search: URLSearchParams): PeopleList {
  const wanted = search.get('list')
  return PEOPLE_LISTS.find(({ list }) => list === wanted)?.list ?? 'friends'
}
