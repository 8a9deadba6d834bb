import { type FeatureFreshness, ok } from '#tests/support/freshness.ts'

export const badgesFreshness: FeatureFreshness = {
  cachedPaths: ['/api/profiles/:me/badges'],
  writes(cached) {
    const { made } = cached
    return [
      [
        'a badge is given',
        async () => {
          const draft = { name: 'Helping hand', description: 'Given by hand.', icon: 'award', level: 3 }
          made.badge = (await ok(cached.root.post('/api/admin/badges', draft))).data.id
          await ok(cached.root.put(`/api/admin/badges/${made.badge}/members/${cached.ann.user.id}`, {}))
        },
      ],
      [
        'a badge is renamed',
        () => ok(cached.root.put(`/api/admin/badges/${made.badge}`, { name: 'Hand', description: 'By hand.' })),
      ],
    ]
  },
}
