// The internal hosts that webhooks may reach during development, as the setting lists them.

/** A comma-separated list of host or host:port; undefined when an item is neither. Hosts are spelled as in URLs. */
export function parseDevHosts(text: string): ReadonlySet<string> | undefined {
  const items = text.trim() === '' ? [] : text.split(',').map((item) => devHost(item.trim()));
  return items.includes(undefined) ? undefined : new Set(items as string[]);
}

function devHost(item: string): string | undefined {
  const [, host, port] = /^(\[[\da-f:.]+\]|[^\s\p{Cc}/?#@\\:[\]]+)(?::(\d{1,5}))?$/iu.exec(item) ?? [];
  const hostname = host === undefined ? '' : (URL.parse(`http://${host}`)?.hostname ?? '');
  if (hostname === '' || (port !== undefined && (Number(port) < 1 || Number(port) > 65_535))) return undefined;
  return port === undefined ? hostname : `${hostname}:${Number(port)}`;
}
