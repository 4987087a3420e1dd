"use strict";
(() => {
  function start() {
    const data = document.getElementById("moments");
    if (data === null) return;
    const moments = JSON.parse(data.textContent);
    const last = moments.times.length - 1;
    const panel = document.getElementById("panel");
    const slider = document.getElementById("cursor");
    const time = panel.querySelector("output.time");
    const readings = [...panel.querySelectorAll(".reading")];
    const lines = document.querySelectorAll("line.cursor");
    const mark = document.querySelector("circle.cursor");

    function write(index) {
      time.textContent = moments.times[index];
      const texts = readings.map((reading, row) => {
        reading.querySelector("output").textContent = moments.series[row][index];
        return reading.textContent;
      });
      slider.setAttribute("aria-valuetext", [moments.times[index], ...texts].join(", "));
    }

    function show(index) {
      slider.value = index;
      write(index);
      for (const line of lines) {
        line.setAttribute("x1", 1000 * index / last);
        line.setAttribute("x2", 1000 * index / last);
        line.removeAttribute("hidden");
      }
      if (mark !== null && moments.points.length > 0) {
        mark.setAttribute("cx", moments.points[index][0]);
        mark.setAttribute("cy", moments.points[index][1]);
        mark.removeAttribute("hidden");
      }
    }

    function follow(event) {
      const box = event.currentTarget.getBoundingClientRect();
      const share = (event.clientX - box.left) / box.width;
      show(Math.round(last * Math.min(Math.max(share, 0), 1)));
    }

    slider.addEventListener("input", () => show(Number(slider.value)));
    for (const line of lines) {
      line.ownerSVGElement.addEventListener("pointermove", follow);
      line.ownerSVGElement.addEventListener("pointerdown", follow);
    }
    panel.hidden = false;
    if (Number(slider.value) > 0) show(Number(slider.value));
    else write(0);
  }

  // A page of the dashboard is exchanged while it is open.
  document.addEventListener("shown", start);
  start();
})();
