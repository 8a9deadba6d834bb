/** Of the info pages. */
export const INFO_TEXTS = {
  faq: (productName: string) => `How statuses, hours, reviews, friends and privacy work on ${productName}.`,
  contact: (productName: string) => `Write to the people who run this ${productName}.`,
  contactLead: 'Your message goes to the people who run this site. Perhaps the',
  terms: (productName: string) => `The terms between you and the people who run this ${productName}.`,
} as const
