/** Texts of the screen: common. */

export const loading = 'Loading...'
export const thisPageNeedsJavascriptPlease =
  'This page needs JavaScript. Please switch it on for this site and reload the page.'
export const anonymous = 'Anonymous'
export const breadcrumb = 'Breadcrumb'
export const cancel = 'Cancel'
export const close = 'Close'
export const weCouldNotReachThe = 'We could not reach the server. Check your connection.'
export const theServerCouldNotAnswer = 'The server could not answer just now.'
export const tryAgain = 'Try again'
export const loadMore = 'Load More'

export const charactersLeft = (most: number) =>
  most === 0 ? 'No characters left' : `${most} characters left at most`
