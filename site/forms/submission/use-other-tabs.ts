import { useEffect, useRef } from 'react'

/**
 * Listens to the other tabs of this device that show a form, and gives the function that tells them something. What is
 * told must name its draft's key: all forms share the line. A browser without it says nothing, and the server's answer
 * to the shared key has the last word (behaviour 5.41).
 */
export const useOtherTabs = <News>(onNews: (news: News) => void): ((news: News) => void) => {
  const channel = useRef<BroadcastChannel>(undefined)
  useEffect(() => {
    try {
      channel.current = new BroadcastChannel('cerebra:sent')
    } catch {
      // Not there, or switched off together with the storage.
    }
    return () => {
      channel.current?.close()
      channel.current = undefined
    }
  }, [])
  useEffect(() => {
    if (channel.current) channel.current.onmessage = ({ data }: MessageEvent<News>) => onNews(data)
  })
  return (news) => channel.current?.postMessage(news)
}
