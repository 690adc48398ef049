/** What a server's process holds in memory by its own measurements, in MiB. */
export const readRss = async (metricsPort: number): Promise<number> => {
  const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
  const bytes = /^process_resident_memory_bytes (\S+)/m.exec(await answer.text())?.[1]
  return Number(bytes) / 1024 / 1024
}
