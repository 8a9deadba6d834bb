export const newsAboutText = (productName: string): string =>
  `What is new on ${productName}: features, announcements, security and the community.`
