import { definePages } from '#shared/feature-pages.ts'

export const registrationPages = definePages({
  destinations: [
    {
      path: '/settings/invitations',
      label: 'Invitations',
      about: 'Settings',
      words: 'invite friends, invitation link, who invited me',
      icon: 'user-plus',
      for: 'members',
    },
    {
      path: '/admin/registration',
      label: 'Admin: Registration',
      words: 'sign-up, closed, open, visibility, members only, mail domains, private site',
      icon: 'shield',
      for: 'admins',
    },
    {
      path: '/admin/address-blocks',
      label: 'Admin: Address blocks',
      words: 'block IP address, network, CIDR, ban, spam, sign-ups',
      icon: 'shield',
      for: 'admins',
    },
    {
      path: '/admin/invitations',
      label: 'Admin: Invitations',
      words: 'invite, who invited whom',
      icon: 'shield',
      for: 'admins',
    },
    {
      path: '/admin/requests',
      label: 'Admin: Requests',
      words: 'asked for an account, waiting people',
      icon: 'shield',
      for: 'admins',
    },
  ],
})
