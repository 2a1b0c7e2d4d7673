/** Time of an uncached preview image: the first, which starts the image process, and then each of `slugs`. */
export async function measurePreviews(
  url: string,
  slugs: readonly string[],
  print: (line: string) => void,
): Promise<void> {
  const draw = async (path: string) => {
    const started = performance.now()
    const response = await fetch(url + path)
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    const { byteLength } = await response.arrayBuffer()
    return { ms: performance.now() - started, byteLength }
  }
  const cold = await draw('/social/home.png')
  const drawn: { ms: number; byteLength: number }[] = []
  for (const slug of slugs) drawn.push(await draw(`/social/tools/${slug}.png`))
  const times = drawn.map(({ ms }) => ms).sort((a, b) => a - b)
  const again = await draw(`/social/tools/${slugs[0]}.png`)
  const kilobytes = drawn.reduce((sum, { byteLength }) => sum + byteLength, 0) / drawn.length / 1000
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(0)
  print(
    `previews: first ${cold.ms.toFixed(0)} ms, then p50 ${at(0.5)} ms, p90 ${at(0.9)} ms, ${kilobytes.toFixed(0)} kB; from memory ${again.ms.toFixed(1)} ms`,
  )
}
