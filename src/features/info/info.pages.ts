import { definePages } from '#shared/feature-pages.ts'

export const infoPages = definePages({
  pages: [{ path: '/info/:page?', beforeSignIn: true }],
  destinations: [
    { path: '/info', label: 'Info', words: 'information, help, booklet', icon: 'info', for: 'everybody' },
    {
      path: '/info/about',
      label: 'About',
      words: 'what is savepoint, team, features',
      icon: 'info',
      for: 'everybody',
      links: { footer: 50 },
    },
    {
      path: '/info/faq',
      label: 'FAQ',
      about: 'Questions and answers',
      words: 'questions, help, how to, support, answers',
      icon: 'info',
      for: 'everybody',
      links: { footer: 60 },
    },
    {
      path: '/info/contact',
      label: 'Contact',
      words: 'support, feedback, report a bug, write to us, help',
      icon: 'mail',
      for: 'everybody',
      links: { footer: 70 },
    },
    {
      path: '/info/privacy',
      label: 'Privacy policy',
      words: 'cookies, data protection, gdpr',
      icon: 'lock',
      for: 'everybody',
      links: { label: 'Privacy', footer: 80 },
    },
    {
      path: '/info/terms',
      label: 'Terms',
      words: 'terms of use, conditions, rules, conduct, licence',
      icon: 'info',
      for: 'everybody',
      links: { footer: 90 },
    },
    { path: '/admin/contact', label: 'Admin: Contact', words: 'contact messages', icon: 'shield', for: 'admins' },
  ],
})
