import { afterAll, beforeAll } from 'vitest'
import type { FeaturePages } from '#shared/feature-pages.ts'
import { fill, installContributions } from '#web/slots.tsx'
import type { IconName } from '#web/ui/icon.tsx'
import { featurePages } from '#web/web.slots.ts'

const modules = import.meta.glob<Record<string, FeaturePages<IconName>>>('../../src/features/*/*.pages.ts', {
  eager: true,
})

/** Fills in the pages of all features, and nothing else, for the tests of a file. */
export function withFeaturePages(): void {
  let restore = () => {}
  beforeAll(() => {
    const all = Object.values(modules).flatMap((module) => Object.values(module))
    restore = installContributions(all.map((pages) => fill(featurePages, pages)))
  })
  afterAll(() => restore())
}
