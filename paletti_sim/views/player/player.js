"use strict";
// Plays a film of prisms: one draw call a piece, poses in between by the straight line and the nearer quaternion.
(() => {
  const film = JSON.parse(document.getElementById("film").textContent);
  const at = (id) => document.getElementById(id);
  const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer;
  const seconds = new Float32Array(bytes(film.seconds));
  const poses = new Float32Array(bytes(film.poses));
  const count = film.parts.length;
  const length = seconds.length ? seconds[seconds.length - 1] : 0;
  const canvas = at("scene");
  const gl = canvas.getContext("webgl", { antialias: true, preserveDrawingBuffer: true });
  at("title").textContent = film.title;
  if (!gl) {
    const fault = document.createElement("div");
    fault.className = "fault";
    fault.textContent = "This page needs WebGL, which this browser does not offer or has switched off.";
    document.body.append(fault);
    return;
  }

  // --- shaders -----------------------------------------------------------------------------------------------------
  const VERTEX = `
    attribute vec3 place; attribute vec3 normal;
    uniform mat4 camera; uniform vec3 at; uniform vec4 turn;
    varying vec3 outward; varying vec3 own;
    vec3 turned(vec3 v) { return v + 2.0 * cross(turn.xyz, cross(turn.xyz, v) + turn.w * v); }
    void main() { own = place; outward = turned(normal); gl_Position = camera * vec4(turned(place) + at, 1.0); }`;
  const FRAGMENT = `
    precision mediump float;
    uniform vec3 colour; uniform float wood; uniform float lit; uniform vec3 sun;
    varying vec3 outward; varying vec3 own;
    void main() {
      if (lit < 0.5) { gl_FragColor = vec4(colour, 1.0); return; }
      vec3 n = normalize(outward);
      float light = 0.60 + 0.15 * n.z + 0.38 * max(dot(n, sun), 0.0);
      float ring = own.y * 520.0 + 3.0 * sin(own.x * 34.0 + own.y * 21.0) + 1.3 * sin(own.x * 111.0);
      float grain = 1.0 - wood * (0.10 * smoothstep(-0.4, 1.0, sin(ring)) + 0.05 * sin(ring * 3.1));
      gl_FragColor = vec4(min(colour * light * grain, 1.0), 1.0);
    }`;
  const shader = (kind, text) => {
    const made = gl.createShader(kind);
    gl.shaderSource(made, text);
    gl.compileShader(made);
    if (!gl.getShaderParameter(made, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(made));
    return made;
  };
  const program = gl.createProgram();
  gl.attachShader(program, shader(gl.VERTEX_SHADER, VERTEX));
  gl.attachShader(program, shader(gl.FRAGMENT_SHADER, FRAGMENT));
  gl.linkProgram(program);
  gl.useProgram(program);
  const uniform = {};
  for (const name of ["camera", "at", "turn", "colour", "wood", "lit", "sun"])
    uniform[name] = gl.getUniformLocation(program, name);
  const placeAt = gl.getAttribLocation(program, "place");
  const normalAt = gl.getAttribLocation(program, "normal");
  gl.enableVertexAttribArray(placeAt);
  gl.enableVertexAttribArray(normalAt);
  const buffer = (target, data) => {
    const made = gl.createBuffer();
    gl.bindBuffer(target, made);
    gl.bufferData(target, data, gl.STATIC_DRAW);
    return made;
  };
  const meshes = film.meshes.map((mesh) => {
    const faces = new Uint16Array(bytes(mesh.f));
    return {
      v: buffer(gl.ARRAY_BUFFER, new Float32Array(bytes(mesh.v))),
      n: buffer(gl.ARRAY_BUFFER, new Float32Array(bytes(mesh.n))),
      f: buffer(gl.ELEMENT_ARRAY_BUFFER, faces),
      size: faces.length,
    };
  });
  const rgb = (text) => [1, 3, 5].map((k) => parseInt(text.slice(k, k + 2), 16) / 255);
  for (const part of [...film.fixed, ...film.parts]) {
    part.rgb = rgb(part.colour);
    part.wood = part.kind === "column" ? 0.35 : part.kind === "site" ? 0 : 1;
  }
  gl.enable(gl.DEPTH_TEST);
  gl.enable(gl.CULL_FACE);

  // --- where everything is -------------------------------------------------------------------------------------------
  const now = new Float32Array(count * 7);
  const shown = new Array(count).fill(false);
  const frameAt = (time) => {
    let low = 0, high = seconds.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (seconds[middle] <= time) low = middle; else high = middle - 1;
    }
    return low;
  };
  const pose = (time) => {
    const k = frameAt(time);
    const after = Math.min(k + 1, seconds.length - 1);
    const share = after > k ? (time - seconds[k]) / (seconds[after] - seconds[k]) : 0;
    for (let part = 0; part < count; part++) {
      const a = (k * count + part) * 7, b = (after * count + part) * 7, to = part * 7;
      shown[part] = !Number.isNaN(poses[a]);
      const s = Number.isNaN(poses[b]) ? 0 : share;
      let dot = 0;
      for (let c = 3; c < 7; c++) dot += poses[a + c] * poses[b + c];
      let norm = 0;
      for (let c = 0; c < 7; c++) {
        const other = s === 0 ? poses[a + c] : c > 2 && dot < 0 ? -poses[b + c] : poses[b + c];
        now[to + c] = poses[a + c] + (other - poses[a + c]) * s;
        if (c > 2) norm += now[to + c] * now[to + c];
      }
      for (let c = 3; c < 7; c++) now[to + c] /= Math.sqrt(norm);
    }
  };

  // --- camera ----------------------------------------------------------------------------------------------------
  const FIELD = (30 * Math.PI) / 180;
  let yaw = (30 * Math.PI) / 180, pitch = (18 * Math.PI) / 180, distance = 1, middle = [0, 0, 0.1];
  const lookAtAll = () => {
    let low = -0.006, high = 0.05, wide = 0.14;
    pose(0);
    for (let part = 0; part < count; part++)
      if (shown[part]) {
        high = Math.max(high, now[part * 7 + 2] + 0.05);
        wide = Math.max(wide, Math.hypot(now[part * 7], now[part * 7 + 1]));
      }
    middle = [0, 0, (low + high) / 2];
    const tall = (high - low) / 2 + 0.07;
    distance = Math.max(tall, wide * Math.max(1, canvas.clientHeight / canvas.clientWidth)) / Math.tan(FIELD / 2) + wide;
  };
  const axes = () => {
    const right = [Math.cos(yaw), Math.sin(yaw), 0];
    const back = [Math.sin(yaw) * Math.cos(pitch), -Math.cos(yaw) * Math.cos(pitch), Math.sin(pitch)];
    const up = [
      back[1] * right[2] - back[2] * right[1], back[2] * right[0] - back[0] * right[2],
      back[0] * right[1] - back[1] * right[0],
    ];
    return { right, up, back };
  };
  const camera = () => {
    const { right, up, back } = axes();
    const eye = middle.map((v, k) => v + back[k] * distance);
    const dot = (v) => -(v[0] * eye[0] + v[1] * eye[1] + v[2] * eye[2]);
    const near = distance / 50, far = distance * 6 + 2, f = 1 / Math.tan(FIELD / 2);
    const aspect = canvas.width / canvas.height, a = (far + near) / (near - far), b = (2 * far * near) / (near - far);
    const rows = [right, up, back].map((v) => [v[0], v[1], v[2], dot(v)]);
    const sx = f / aspect;
    const m = new Float32Array(16);
    for (let c = 0; c < 4; c++) {
      m[c * 4] = sx * rows[0][c];
      m[c * 4 + 1] = f * rows[1][c];
      m[c * 4 + 2] = a * rows[2][c] + (c === 3 ? b : 0);
      m[c * 4 + 3] = -rows[2][c];
    }
    return m;
  };

  // --- drawing ---------------------------------------------------------------------------------------------------
  const each = (draw) => {
    film.fixed.forEach((part, k) => draw(part, part.pose, 0, -1 - k));
    film.parts.forEach((part, k) => shown[k] && draw(part, now, k * 7, k));
  };
  const render = (byName) => {
    gl.viewport(0, 0, canvas.width, canvas.height);
    if (byName) gl.clearColor(0, 0, 0, 1); else gl.clearColor(0.96, 0.945, 0.918, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.uniformMatrix4fv(uniform.camera, false, camera());
    const { right, up, back } = axes();
    const sun = [0, 1, 2].map((k) => 0.45 * up[k] + 0.75 * back[k] - 0.4 * right[k] + (k === 2 ? 0.5 : 0));
    const size = Math.hypot(...sun);
    gl.uniform3fv(uniform.sun, sun.map((v) => v / size));
    gl.uniform1f(uniform.lit, byName ? 0 : 1);
    each((part, from, k, number) => {
      const mesh = meshes[part.mesh];
      gl.uniform3f(uniform.at, from[k], from[k + 1], from[k + 2]);
      gl.uniform4f(uniform.turn, from[k + 3], from[k + 4], from[k + 5], from[k + 6]);
      gl.uniform1f(uniform.wood, part.wood);
      const chosen = part.name === picked ? 1.25 : 1;
      if (byName) gl.uniform3f(uniform.colour, (number < 0 ? 0 : (number + 1) & 255) / 255, (number < 0 ? 0 : (number + 1) >> 8) / 255, 0);
      else gl.uniform3fv(uniform.colour, part.rgb.map((v) => Math.min(1, v * chosen)));
      gl.bindBuffer(gl.ARRAY_BUFFER, mesh.v);
      gl.vertexAttribPointer(placeAt, 3, gl.FLOAT, false, 0, 0);
      gl.bindBuffer(gl.ARRAY_BUFFER, mesh.n);
      gl.vertexAttribPointer(normalAt, 3, gl.FLOAT, false, 0, 0);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, mesh.f);
      gl.drawElements(gl.TRIANGLES, mesh.size, gl.UNSIGNED_SHORT, 0);
    });
  };
  let picked = "";
  const nameAt = (x, y) => {
    render(true);
    const seen = new Uint8Array(4), box = canvas.getBoundingClientRect();
    const px = Math.round(((x - box.left) / box.width) * canvas.width);
    const py = Math.round((1 - (y - box.top) / box.height) * canvas.height);
    gl.readPixels(px, py, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, seen);
    const number = seen[0] + 256 * seen[1];
    return number ? film.parts[number - 1].name : "";
  };

  // --- time ------------------------------------------------------------------------------------------------------
  let time = 0, playing = false, speed = 1, last = 0, stale = true;
  const show = () => {
    pose(time);
    at("time").value = String(time);
    at("clock").textContent = `${time.toFixed(2)} / ${length.toFixed(2)} s`;
    let said = null;
    for (const caption of film.captions) if (caption.t <= time + 1e-6) said = caption;
    at("caption").textContent = said ? said.words + (said.timed ? "" : " (settling: not in true time)") : "";
    at("play").textContent = playing ? "❚❚" : "▶︎";
    at("play").setAttribute("aria-label", playing ? "Pause" : "Play");
    stale = true;
  };
  const go = (to) => { time = Math.min(length, Math.max(0, to)); show(); };
  const play = (on) => {
    if (on && time >= length) time = 0;
    playing = on && length > 0;
    last = performance.now();
    show();
  };
  const step = (by) => {
    play(false);
    const k = frameAt(time + 1e-6);
    go(by > 0 ? seconds[Math.min(k + 1, seconds.length - 1)] : seconds[k] < time - 1e-6 ? seconds[k] : seconds[Math.max(k - 1, 0)]);
  };
  const tick = (when) => {
    if (playing) {
      time += (speed * (when - last)) / 1000;
      last = when;
      if (time >= length) { time = length; playing = false; }
      show();
    }
    const wide = Math.round(canvas.clientWidth * devicePixelRatio), high = Math.round(canvas.clientHeight * devicePixelRatio);
    if (canvas.width !== wide || canvas.height !== high) { canvas.width = wide; canvas.height = high; stale = true; }
    if (stale && wide && high) { render(false); stale = false; }
    requestAnimationFrame(tick);
  };

  // --- hands -----------------------------------------------------------------------------------------------------
  const fingers = new Map();
  let way = 0, spread = 0;
  const pan = (dx, dy) => {
    const { right, up } = axes(), scale = (2 * distance * Math.tan(FIELD / 2)) / canvas.clientHeight;
    middle = middle.map((v, k) => v + scale * (up[k] * dy - right[k] * dx));
  };
  const zoom = (factor) => { distance = Math.min(6, Math.max(0.05, distance * factor)); };
  canvas.addEventListener("pointerdown", (e) => {
    fingers.set(e.pointerId, [e.clientX, e.clientY]);
    if (fingers.size === 1) way = 0;
    spread = 0;
    canvas.setPointerCapture(e.pointerId);
    canvas.classList.add("dragged");
  });
  canvas.addEventListener("pointermove", (e) => {
    const was = fingers.get(e.pointerId);
    if (!was) return;
    const dx = e.clientX - was[0], dy = e.clientY - was[1];
    fingers.set(e.pointerId, [e.clientX, e.clientY]);
    way += Math.hypot(dx, dy);
    if (fingers.size > 1) {
      const [[a, b], [c, d]] = [...fingers.values()], apart = Math.hypot(a - c, b - d);
      if (spread && apart) zoom(spread / apart);
      spread = apart;
      pan(dx / 2, dy / 2);
    } else if (e.buttons & 6 || e.shiftKey) pan(dx, dy);
    else {
      yaw -= dx * 0.008;
      pitch = Math.min(1.55, Math.max(-0.3, pitch + dy * 0.008));
    }
    stale = true;
  });
  const lift = (e) => {
    if (!fingers.delete(e.pointerId)) return;
    if (!fingers.size) canvas.classList.remove("dragged");
    if (way < 4 && e.type === "pointerup") {
      picked = nameAt(e.clientX, e.clientY);
      at("piece").textContent = picked;
      stale = true;
    }
  };
  canvas.addEventListener("pointerup", lift);
  canvas.addEventListener("pointercancel", lift);
  canvas.addEventListener("contextmenu", (e) => e.preventDefault());
  canvas.addEventListener("wheel", (e) => { e.preventDefault(); zoom(Math.exp(e.deltaY * 0.001)); stale = true; }, { passive: false });
  at("play").addEventListener("click", () => play(!playing));
  at("back").addEventListener("click", () => step(-1));
  at("forward").addEventListener("click", () => step(1));
  at("time").max = String(length);
  at("time").addEventListener("input", (e) => { playing = false; go(Number(e.target.value)); });
  at("speed").addEventListener("change", (e) => { speed = Number(e.target.value); });
  addEventListener("keydown", (e) => {
    if (["SELECT", "INPUT", "BUTTON"].includes(e.target.tagName) && e.key !== " ") return;
    if (e.key === " ") { if (e.target.tagName === "BUTTON") return; e.preventDefault(); play(!playing); }
    else if (e.key === "ArrowLeft") step(-1);
    else if (e.key === "ArrowRight") step(1);
    else if (e.key === "Home") go(0);
    else if (e.key === "End") go(length);
  });
  addEventListener("resize", () => { stale = true; });
  canvas.addEventListener("webglcontextlost", () => { at("caption").textContent = "The browser has taken its graphics away: load the page again."; });
  if (!length) at("controls").className = "none";
  // what tests ask
  window.paletti = { get time() { return time; }, get playing() { return playing; }, length, poses: () => Array.from(now), nameAt };
  requestAnimationFrame(() => { lookAtAll(); show(); requestAnimationFrame(tick); });
})();
