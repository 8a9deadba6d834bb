/** Of the info pages. */
export const INFO_TEXTS = {
  faq: (productName: string) => `How statuses, hours, reviews, friends and privacy work on ${productName}.`,
  contact: (productName: string) => `Write to the people who run this ${productName}.`,
  contactLead: 'Your message goes to the people who run this site. Perhaps the',
  terms: (productName: string) => `The terms between you and the people who run this ${productName}.`,
  privacy: (productName: string) => `What ${productName} stores about you, why and for how long.`,
  index: (productName: string) => `About ${productName}: questions and answers, contact, privacy and terms.`,
  about: (productName: string) =>
    `${productName} is a library, a journal and a feed for people who play games: open source, and run by the people who host it.`,
} as const
