import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { DOCUMENT, type MarkdownNode, readMarkdown } from '~/lib/read-markdown'
import { MarkdownNodes } from './markdown'

const html = (markdown: string, reading?: typeof DOCUMENT) =>
  renderToStaticMarkup(
    createElement(MarkdownNodes, { nodes: readMarkdown(markdown, reading), rel: 'nofollow noopener' }),
  )

const LINK = 'rel="nofollow noopener"'

describe('a text in Markdown', () => {
  it.each([
    ['# One\n## Two\n#### Four\n###### Six', '<h3>One</h3><h4>Two</h4><h6>Four</h6><h6>Six</h6>'],
    ['a *b* **c** ~~d~~ `e`', '<p>a <em>b</em> <strong>c</strong> <del>d</del> <code>e</code></p>'],
    ['a  \nb\\\nc\nd', '<p>a<br/>b<br/>c\nd</p>'],
    ['- a\n- b\n  1. c', '<ul><li>a</li><li>b<ol start="1"><li>c</li></ol></li></ul>'],
    ['3. a\n\n4. b', '<ol start="3"><li><p>a</p></li><li><p>b</p></li></ol>'],
    ['- [x] a\n- [ ] b', '<ul><li>☑ a</li><li>☐ b</li></ul>'],
    ['> a\n\n---', '<blockquote><p>a</p></blockquote><hr/>'],
    ['```js\n<b>\n```', '<pre><code>&lt;b&gt;</code></pre>'],
    [
      '|a|b|\n|-|:-:|\n|c|*d*|',
      '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>c</td><td><em>d</em></td></tr></tbody></table>',
    ],
    [
      '[a](https://b.example/?c=1&amp;d=2 "t")',
      `<p><a href="https://b.example/?c=1&amp;d=2" ${LINK}>a</a></p>`,
    ],
    ['https://a.example', `<p><a href="https://a.example" ${LINK}>https://a.example</a></p>`],
    ['<me@a.example>', `<p><a href="mailto:me@a.example" ${LINK}>me@a.example</a></p>`],
    ['[a][b]\n\n[b]: https://c.example', `<p><a href="https://c.example" ${LINK}>a</a></p>`],
    ['&amp; &lt;b&gt; &#x202e; &copy;', '<p>&amp; &lt;b&gt;  &amp;copy;</p>'],
  ])('%j', (markdown, shown) => {
    expect(html(markdown)).toBe(shown)
  })

  it.each([
    ['<script>alert(1)</script>', ''],
    ['a <script>alert(1)</script> b', '<p>a alert(1) b</p>'],
    ['a <img src=x onerror=alert(1)> <b onclick="x">b</b>', '<p>a  b</p>'],
    ['<div>\n*a*\n</div>', ''],
    [
      '![a picture](https://b.example/c.png) [![d](e.png)](https://f.example)',
      `<p>a picture <a href="https://f.example" ${LINK}>d</a></p>`,
    ],
    ['[a](javascript:alert(1)) [b](JaVaScRiPt:x) [c](data:text/html,x) [d](vbscript:x)', '<p>a b c d</p>'],
    [
      '[a](&#106;avascript:alert(1)) [b](java\\script:x) [c](//d.example) [e](/f) [g](#h)',
      '<p>a b c e g</p>',
    ],
    ['[a](https://bank.example@evil.example) [b](mailto:a@b.example"onx=1)', '<p>a b</p>'],
    ['<javascript:alert(1)>', '<p>javascript:alert(1)</p>'],
    ['[a]\n\n[a]: javascript:alert(1)', '<p>a</p>'],
    ['`<img>` \\<b\\>', '<p><code>&lt;img&gt;</code> &lt;b&gt;</p>'],
  ])('is harmless: %j', (markdown, shown) => {
    expect(html(markdown)).toBe(shown)
  })

  it.each([
    ['# One\n## Two\n### Three', '<h2>One</h2><h2>Two</h2><h3>Three</h3>'],
    ['[a](/feed.xml)', `<p><a href="/feed.xml" ${LINK}>a</a></p>`],
    ['[a](#b) [c](//d.example) [e](/\\\\f.example)', `<p><a href="#b" ${LINK}>a</a> c e</p>`],
  ])('of the owner has sections, and links within the site: %j', (markdown, shown) => {
    expect(html(markdown, DOCUMENT)).toBe(shown)
  })

  const fill = (part: string) => part.repeat(Math.ceil(10_000 / part.length)).slice(0, 10_000)
  it.each([
    ...[
      '[',
      '![',
      '>',
      '> ',
      '*',
      '*a ',
      '_a',
      '**a',
      '`',
      '``a',
      '<',
      '<a',
      '|',
      '](',
      '[a](',
      '[]()',
      '~~a',
      '\\',
    ],
    ...[
      '&amp;',
      '- ',
      '1. ',
      'www.',
      'http://a',
      'a@a.',
      '[^a]: ',
      '[a]: b\n',
      '> - ',
      '#',
      '*a*_b_',
      '<!--',
      '|-',
    ],
    // The maximum number of marks that is parsed.
    ...['*aaaa ', '_aaaa', '[aaaa', '`aaa\n', '<aaaa ', '**aa bb', '[a](bbbb', '|a\n|-|\n', '> a\n'],
  ])('is read at once, %j again and again', (part) => {
    const started = performance.now()
    expect(html(fill(part)).length).toBeLessThan(100_000)
    expect(performance.now() - started).toBeLessThan(1500)
  })

  it('is shown unparsed when it consists mostly of marks', () => {
    const marks = fill('*a*_b_')
    expect(readMarkdown(marks)).toEqual([{ tag: 'p', content: [marks] }])
  })

  it('has a bounded depth', () => {
    const nested = [
      Array.from({ length: 130 }, (_, level) => `${' '.repeat(level)}- a`).join('\n'),
      `${'> '.repeat(2000)}a`,
      `${'*'.repeat(1200)}a${'*'.repeat(1200)}`,
      `${'[a '.repeat(800)}${'](https://b.example)'.repeat(300)}`,
    ]
    for (const markdown of nested) expect(depthOf(readMarkdown(markdown))).toBeLessThan(40)
  })
})

const depthOf = (nodes: readonly MarkdownNode[]): number =>
  Math.max(0, ...nodes.map((node) => (typeof node === 'string' ? 0 : 1 + depthOf(node.content))))
