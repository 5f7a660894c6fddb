-- Sends the requests of a file, in which they are separated by zero bytes, and prints a summary as JSON.
-- Arguments: the file; `once` or `loop`; ms between two requests of a connection, 0 for no pause; expected statuses.
local threads = {}

function setup(thread)
  table.insert(threads, thread)
end

function init(args)
  local requests, sent, pause = {}, 0, tonumber(args[3])
  for one in assert(io.open(args[1], 'rb')):read('*a'):gmatch('[^%z]+') do
    table.insert(requests, one)
  end
  responses, expected, failed = 0, args[4], ''

  function request()
    if sent == #requests and args[2] == 'once' then
      wrk.thread:stop()
    else
      sent = sent % #requests + 1
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
  responses = responses + 1
  if not expected:find(status, 1, true) then
    failed = status .. ' ' .. body:sub(1, 300)
  end
end

function done(summary, latency)
  local errors = summary.errors
  local broken = errors.connect + errors.read + errors.write + errors.timeout
  print(string.format('{"p99":%.3f,"seconds":%.6f,"requests":%d,"broken":%d}', latency:percentile(99) / 1000,
    summary.duration / 1e6, threads[1]:get('responses'), broken))
  io.stderr:write(threads[1]:get('failed'))
end
