import { definePages } from '#shared/feature-pages.ts'

export const offlinePages = definePages({ pages: [{ path: '/offline', isBare: true, beforeSignIn: true }] })
