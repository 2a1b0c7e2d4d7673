import { expect, test } from 'vitest'
import { readMetaTags } from './read-head.ts'

const TAG = '<meta name="maker-claim" content="abc">'
const read = (html: string) => readMetaTags(html, 'maker-claim')

test.each([
  `<!doctype html><html><head><title>A</title>${TAG}</head><body></body>`,
  // Without the tags that may be left out.
  `<title>A</title>${TAG}<p>Text`,
  `<head><script>let a = "</head>"</script><style>a > b {}</style>${TAG}`,
  `<META CONTENT=abc NAME=Maker-Claim>`,
  `<meta name='other' content='x'><link rel=icon href=x>${TAG}`,
  `<meta name="maker-claim" content=" abc ">`,
  `\ufeff<!doctype html>\n<html>\n<head>\n<title>A</title>\n<!-- B -->\n${TAG}`,
  `<noscript>A</noscript><style>B</style><title></title>\n${TAG}`,
])('is found in %s', (html) => {
  expect(read(html)).toEqual(['abc'])
})

test.each([
  `<head></head>${TAG}`,
  `<body>${TAG}`,
  `<p>Text</p>${TAG}`,
  `Text ${TAG}`,
  `{"comments": ["${TAG.replaceAll('"', '')}"]}`,
  `<title>A</title>Text${TAG}`,
  `\0${TAG}`,
  `<head><!-- ${TAG} -->`,
  `<head><script>const page = '${TAG}'</script>`,
  `<head><script type="application/ld+json">{"name": "${TAG}"}</script>`,
  `<head><title>${TAG}</title>`,
  `<head><style>${TAG}</style>`,
  `<head><noscript>${TAG}</noscript>`,
  `<head><template>${TAG}</template>`,
  `<head><meta content="${TAG.replaceAll('"', "'")}">`,
  `&lt;meta name="maker-claim" content="abc"&gt;`,
  `<meta property="maker-claim" content="abc">`,
  `<head><meta name="maker-claim" content="abc"`,
])('is not in %s', (html) => {
  expect(read(html)).toEqual([])
})

test('a hostile page takes no longer than any', () => {
  const began = performance.now()
  const attributes = Array.from({ length: 60_000 }, (_, number) => `a${number.toString(36)} `).join('')
  expect(read(`<head><meta ${attributes}>${TAG}`)).toEqual(['abc'])
  read('<'.repeat(250_000))
  read('<!--'.repeat(60_000))
  expect(performance.now() - began).toBeLessThan(2000)
})
