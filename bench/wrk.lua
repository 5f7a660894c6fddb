-- Sends the requests of a file, which zero bytes separate, and prints what came back as JSON.
-- Arguments: the file; `once` or `loop`; ms between two requests of a connection, 0 for no pause.
local threads = {}

function setup(thread)
  table.insert(threads, thread)
end

function init(args)
  local file = assert(io.open(args[1], 'rb'))
  local requests = {}
  for one in file:read('*a'):gmatch('[^%z]+') do
    table.insert(requests, one)
  end
  local once, pause, sent = args[2] == 'once', tonumber(args[3]), 0
  statuses = {}
  failed = ''

  function request()
    sent = sent + 1
    if sent > #requests then
      if once then
        wrk.thread:stop()
        sent = #requests
      else
        sent = 1
      end
    end
    return requests[sent]
  end

  -- Random, so that the connections do not send at the same moment.
  if pause > 0 then
    function delay()
      return pause * (0.5 + math.random())
    end
  end
end

function response(status, headers, body)
  statuses[status] = (statuses[status] or 0) + 1
  if status >= 400 then
    failed = status .. ' ' .. body:sub(1, 300)
  end
end

function done(summary, latency)
  local thread, counts = threads[1], {}
  for status, count in pairs(thread:get('statuses')) do
    table.insert(counts, string.format('"%d":%d', status, count))
  end
  local broken = summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout
  print(string.format('{"p99":%.3f,"ms":%.3f,"broken":%d,"statuses":{%s}}', latency:percentile(99) / 1000,
    summary.duration / 1000, broken, table.concat(counts, ',')))
  io.stderr:write(thread:get('failed'))
end
